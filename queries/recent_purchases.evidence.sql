-- Each purchase that was paid in the window.
SELECT
  'recent_purchases' AS metric,
  'paid within the window' AS rule,
  token, user_id, product_id, store, app_version, state,
  coalesce(purchased_at, created_at) AS since,
  NULL AS detail
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
