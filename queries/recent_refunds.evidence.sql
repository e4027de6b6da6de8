-- Each purchase whose money went back in the window.
SELECT
  'recent_refunded_purchases' AS metric,
  'its money went back within the window' AS rule,
  token, user_id, product_id, store, app_version, state,
  coalesce(revoked_at, updated_at) AS since,
  revocation_kind AS detail
FROM purchases
WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (CASE WHEN revoked_at IS NULL THEN 1 END = 1 AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
