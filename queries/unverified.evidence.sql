-- Each unverified purchase, and again each that is overdue.
SELECT 'unverified_purchases' AS metric, 'paid, and the server has not verified it' AS rule, token, user_id, product_id, store, app_version, state,
  coalesce(purchased_at, created_at, updated_at) AS since, NULL AS detail
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox')
UNION ALL
SELECT 'unverified_purchases', 'served before the server verified it', token, user_id, product_id, store, app_version, state, purchased_at, NULL
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
UNION ALL
SELECT 'overdue_unverified_purchases', 'paid and not verified for longer than the threshold', token, user_id, product_id, store, app_version, state,
  coalesce(purchased_at, created_at, updated_at), NULL
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox') AND coalesce(purchased_at, created_at, updated_at) < :unverified_cutoff
UNION ALL
SELECT 'overdue_unverified_purchases', 'served, and not verified for longer than the threshold', token, user_id, product_id, store, app_version, state, purchased_at, NULL
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
  AND purchased_at < :unverified_cutoff
