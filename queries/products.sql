-- Products that give nothing, or that are easily taken for each other.
-- reads: products
-- every: hour
-- gauge products_without_feature:
--   Products without a feature: whoever buys one gets nothing.
-- gauge products_differing_in_case:
--   Products whose id differs from another one's in upper and lower case (of A to Z) only: a purchase may be of either.
SELECT
  count(*) FILTER (WHERE feature IS NULL OR feature = '') AS products_without_feature,
  coalesce(sum(CASE WHEN spellings > 1 THEN 1 ELSE 0 END), 0) AS products_differing_in_case
FROM (
  SELECT products.feature, twins.spellings
  FROM products
  JOIN (
    SELECT lower(product_id) AS folded, count(DISTINCT product_id) AS spellings
    FROM products
    GROUP BY lower(product_id)
  ) AS twins ON twins.folded = lower(product_id)
) AS catalogue
