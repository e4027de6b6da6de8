-- Purchases paid within the recent window, by product.
-- reads: purchases
-- needs: purchased_at | created_at
-- labels: store, product (top)
-- gauge recent_purchases_by_product:
--   Purchases paid within the last iapwatch_recent_window_seconds, one per token, by product; pending, lapsed and sandbox left
--   out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
SELECT store, product_id AS product, count(*) AS recent_purchases_by_product
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    OR (purchased_at IS NULL AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
