-- Each chain that is live twice, and each order in two accounts, by the greatest of its tokens.
SELECT
  listed.metric, listed.rule, purchases.token, purchases.user_id, purchases.product_id, listed.store, purchases.app_version,
  purchases.state, purchases.updated_at AS since, listed.detail
FROM (
  SELECT
    'duplicate_subscriptions' AS metric,
    'another purchase of the same subscription is live for the same user and feature' AS rule,
    max(store) AS store,
    max(token) AS token,
    count(*) || ' live purchases' AS detail
  FROM purchases
  JOIN products ON products.product_id = purchases.product_id
  WHERE :has_subscription_id = 1 AND subscription_id <> ''
    AND (state = 'grace' OR (state = 'active' AND (expires_at IS NULL OR expires_at >= :now)))
    AND (environment IS NULL OR environment <> 'sandbox')
    AND user_id NOT IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000')
    AND feature <> ''
  GROUP BY subscription_id, user_id, feature
  HAVING count(*) > 1
  UNION ALL
  SELECT
    'orders_with_several_users',
    'the order has purchases in more than one account',
    max(store),
    max(token),
    count(*) || ' purchases'
  FROM purchases
  WHERE :has_order_id = 1 AND order_id <> ''
    AND (environment IS NULL OR environment <> 'sandbox')
    AND user_id NOT IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000')
  GROUP BY order_id
  HAVING min(user_id) <> max(user_id)
) AS listed
JOIN purchases ON purchases.token = listed.token
