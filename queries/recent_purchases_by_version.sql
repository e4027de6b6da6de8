-- Purchases paid within the recent window, by the version of the app that made them.
-- reads: purchases
-- needs: purchased_at + app_version | created_at + app_version
-- labels: store, app_version (top)
-- gauge recent_purchases_by_version:
--   Purchases paid within the last iapwatch_recent_window_seconds, one per token, by app version; pending, lapsed and sandbox
--   left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
SELECT store, app_version, count(*) AS recent_purchases_by_version
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    OR (purchased_at IS NULL AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, app_version
