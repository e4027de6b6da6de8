-- Each pending purchase, and again each that is overdue.
SELECT 'pending_purchases' AS metric, 'its payment is not complete' AS rule, token, user_id, product_id, store, app_version, state,
  coalesce(pending_since, created_at, updated_at) AS since, NULL AS detail
FROM purchases
WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
UNION ALL
SELECT 'overdue_pending_purchases', 'pending for longer than the threshold', token, user_id, product_id, store, app_version, state,
  coalesce(pending_since, created_at, updated_at), NULL
FROM purchases
WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox') AND coalesce(pending_since, created_at, updated_at) < :pending_cutoff
