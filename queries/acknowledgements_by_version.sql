-- Google purchases of the window, and those not acknowledged yet, by the version of the app that bought them.
-- reads: purchases
-- needs: purchased_at + acknowledged_at + app_version
-- labels: store (google), app_version (top)
-- gauge recent_acknowledgeable_purchases_by_version:
--   Google purchases paid within the last iapwatch_recent_window_seconds that have to be acknowledged, by app version: first
--   purchases only; pending, lapsed and sandbox left out.
-- gauge recent_unacknowledged_purchases_by_version:
--   Those of iapwatch_recent_acknowledgeable_purchases_by_version that nobody has acknowledged, whether the store has taken them
--   back or not; sandbox left out.
-- index: purchases (purchased_at)
SELECT
  store,
  app_version,
  count(*) AS recent_acknowledgeable_purchases_by_version,
  count(*) FILTER (WHERE acknowledged_at IS NULL) AS recent_unacknowledged_purchases_by_version
FROM purchases
WHERE purchased_at >= :window_start AND purchased_at < :future_cutoff AND store = 'google'
  AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired', 'revoked')
  AND (order_id IS NULL OR order_id NOT LIKE '%..%')
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, app_version
