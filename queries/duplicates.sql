-- Subscriptions that are live twice, and orders that are in two accounts.
-- reads: purchases, products
-- needs: subscription_id | order_id
-- every: day
-- labels: store
-- gauge duplicate_subscriptions (needs subscription_id):
--   Chains of one subscription that have two or more purchases active and not past their end, or in grace, for one user and
--   feature; sandbox left out.
-- gauge orders_with_several_users (needs order_id):
--   Orders whose purchases are in more than one account; sandbox left out.
SELECT store, count(*) AS duplicate_subscriptions, 0 AS orders_with_several_users
FROM (
  SELECT max(store) AS store
  FROM purchases
  JOIN products ON products.product_id = purchases.product_id
  WHERE :has_subscription_id = 1 AND subscription_id <> ''
    AND (state = 'grace' OR (state = 'active' AND (expires_at IS NULL OR expires_at >= :now)))
    AND (environment IS NULL OR environment <> 'sandbox')
    AND user_id NOT IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000')
    AND feature <> ''
  GROUP BY subscription_id, user_id, feature
  HAVING count(*) > 1
) AS twice
GROUP BY store
UNION ALL
SELECT store, 0, count(*)
FROM (
  SELECT max(store) AS store
  FROM purchases
  WHERE :has_order_id = 1 AND order_id <> ''
    AND (environment IS NULL OR environment <> 'sandbox')
    AND user_id NOT IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000')
  GROUP BY order_id
  HAVING min(user_id) <> max(user_id)
) AS shared
GROUP BY store
