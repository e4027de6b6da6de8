-- Rows that other figures cannot use, or leave out: nothing is dropped without being counted here.
-- reads: purchases, products
-- every: hour
-- labels: store
-- gauge unknown_product_purchases:
--   Purchases not yet over (neither expired, revoked nor lapsed) whose product is not in the table products, or has no
--   feature there: they can give no access; sandbox left out.
-- gauge unknown_state_purchases:
--   Purchases in a state that iapwatch does not know, or in none: they are in no figure that asks for a state.
-- gauge unknown_store_purchases (without labels):
--   Purchases whose store is neither google nor apple, or missing: other figures count them as store="other".
-- gauge purchases_without_user: Purchases with no user: the access figures cannot use them; sandbox left out.
-- gauge sandbox_purchases (needs environment): Test purchases, left out of the other figures.
SELECT
  store,
  count(*) FILTER (
    WHERE product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed'))
      AND (environment IS NULL OR environment <> 'sandbox')
  ) AS unknown_product_purchases,
  count(*) FILTER (WHERE state_is_unknown = 1) AS unknown_state_purchases,
  count(*) FILTER (WHERE store_is_unknown = 1) AS unknown_store_purchases,
  count(*) FILTER (WHERE user_is_missing = 1 AND (environment IS NULL OR environment <> 'sandbox')) AS purchases_without_user,
  count(*) FILTER (WHERE environment = 'sandbox') AS sandbox_purchases
FROM (
  SELECT
    -- An expression, so that no index tempts SQLite to read the whole table in the order of its stores.
    coalesce(store, 'other') AS store,
    state,
    environment,
    CASE
      WHEN product_id IN (SELECT products.product_id FROM products WHERE feature IS NOT NULL AND feature <> '') THEN 0 ELSE 1
    END AS product_is_unknown,
    CASE
      WHEN state IN (
        'pending', 'purchased', 'active', 'grace', 'on_hold', 'paused', 'expired', 'revoked', 'lapsed'
      ) THEN 0 ELSE 1
    END AS state_is_unknown,
    CASE WHEN store IN ('google', 'apple') THEN 0 ELSE 1 END AS store_is_unknown,
    CASE WHEN user_id IS NULL OR user_id = '' THEN 1 ELSE 0 END AS user_is_missing
  FROM purchases
) AS judged
-- Few rows are unusable, so only few have to be grouped.
WHERE product_is_unknown = 1 OR state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1 OR environment = 'sandbox'
GROUP BY store
