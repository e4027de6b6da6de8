-- Each pending purchase, and again each that is overdue, or dead.
SELECT 'pending_purchases' AS metric, 'its payment is not complete' AS rule, token, user_id, product_id, store, app_version, state, since, NULL AS detail
FROM (
  SELECT token, user_id, product_id, store, app_version, state, coalesce(pending_since, created_at, updated_at) AS since
  FROM purchases
  WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
UNION ALL
SELECT 'overdue_pending_purchases', 'pending for longer than the threshold', token, user_id, product_id, store, app_version, state, since, NULL
FROM (
  SELECT token, user_id, product_id, store, app_version, state, coalesce(pending_since, created_at, updated_at) AS since
  FROM purchases
  WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
WHERE since < :pending_cutoff AND since >= :dead_pending_cutoff
UNION ALL
SELECT 'dead_pending_purchases', 'pending for so long that it will not be paid any more', token, user_id, product_id, store, app_version, state, since, NULL
FROM (
  SELECT token, user_id, product_id, store, app_version, state, coalesce(pending_since, created_at, updated_at) AS since
  FROM purchases
  WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
WHERE since < :dead_pending_cutoff
