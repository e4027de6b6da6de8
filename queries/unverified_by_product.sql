-- Purchases that the store took money for and that the server has not verified, by product.
-- reads: purchases
-- needs: state=purchased | purchased_at + verified_at
-- labels: store, product (top)
-- gauge unverified_purchases_by_product:
--   Purchases paid and not verified by the server yet, by product, whatever their age; sandbox left out.
-- gauge overdue_unverified_purchases_by_product (needs purchased_at | created_at):
--   Purchases paid and not verified for longer than iapwatch_check_threshold_seconds{check="unverified"}, by product; sandbox
--   left out.
-- index: purchases (store) where state = 'purchased'
-- index: purchases (store) where verified_at is null
SELECT
  store,
  product_id AS product,
  count(*) AS unverified_purchases_by_product,
  count(*) FILTER (WHERE coalesce(purchased_at, created_at, updated_at) < :unverified_cutoff)
    AS overdue_unverified_purchases_by_product
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
UNION ALL
-- Served before it was verified. A branch of its own, so that each half finds its own partial index.
SELECT
  store,
  product_id,
  count(*),
  count(*) FILTER (WHERE purchased_at < :unverified_cutoff)
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
