-- Each purchase that was revoked in the window.
SELECT
  'recent_revoked_purchases' AS metric,
  'revoked within the window' AS rule,
  token, user_id, product_id, store, app_version, state,
  coalesce(revoked_at, updated_at) AS since,
  coalesce(revocation_kind, 'unknown') AS detail
FROM purchases
WHERE state = 'revoked'
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (CASE WHEN revoked_at IS NULL THEN 1 END = 1 AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
