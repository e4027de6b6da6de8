-- Differs where letters are made small: SQLite knows A to Z, and Postgres with the collation "C" as well.
SELECT
  count(*) FILTER (WHERE feature IS NULL OR feature = '') AS products_without_feature,
  coalesce(sum(CASE WHEN spellings > 1 THEN 1 ELSE 0 END), 0) AS products_differing_in_case
FROM (
  SELECT products.feature, twins.spellings
  FROM products
  JOIN (
    SELECT lower(product_id COLLATE "C") AS folded, count(DISTINCT product_id) AS spellings
    FROM products
    GROUP BY lower(product_id COLLATE "C")
  ) AS twins ON twins.folded = lower(product_id COLLATE "C")
) AS catalogue
