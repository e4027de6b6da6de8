-- Money that went back within the recent window, by the version of the app that bought it.
-- reads: purchases
-- needs: revocation_kind + app_version
-- labels: store, app_version (top)
-- gauge recent_refunded_purchases_by_version:
--   Purchases whose money went back within the last iapwatch_recent_window_seconds, by the app version that bought it: refunded, charged
--   back, or never acknowledged; sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT store, app_version, count(*) AS recent_refunded_purchases_by_version
FROM purchases
WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (revoked_at IS NULL AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, app_version
