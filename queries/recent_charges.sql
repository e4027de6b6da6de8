-- Charges and subscriptions paid within the recent window: a charge is an order, where orders are known.
-- reads: purchases
-- needs: purchased_at + order_id | created_at + order_id | purchased_at + subscription_id | created_at + subscription_id
-- labels: store
-- gauge recent_charges (needs order_id):
--   Charges paid within the last iapwatch_recent_window_seconds: several tokens of one order are one charge, and a purchase
--   without an order, or whose order is its subscription's id, is one of its own; pending, lapsed and sandbox left out.
-- gauge recent_orders (needs order_id):
--   Different orders among iapwatch_recent_purchases; iapwatch_recent_purchases_with_order divided by it is how many tokens an
--   order has.
-- gauge recent_purchases_with_order (needs order_id):
--   Those of iapwatch_recent_purchases that name an order; promotions, for one, have none, and the id of the subscription is
--   none; sandbox left out.
-- gauge recent_charged_subscriptions (needs subscription_id):
--   Different subscriptions among iapwatch_recent_purchases, a chain of renewals being one; sandbox left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
SELECT
  store,
  count(DISTINCT charge) AS recent_charges,
  count(DISTINCT known_order) AS recent_orders,
  count(known_order) AS recent_purchases_with_order,
  count(DISTINCT subscription_id) FILTER (WHERE subscription_id <> '') AS recent_charged_subscriptions
FROM (
  SELECT
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    subscription_id,
    -- The id of the first transaction is no charge id: renewals share it, and each of them is a charge.
    nullif(nullif(order_id, ''), subscription_id) AS known_order,
    coalesce('order ' || nullif(nullif(order_id, ''), subscription_id), 'token ' || token) AS charge
  FROM purchases
  WHERE (
      (purchased_at >= :window_start AND purchased_at < :future_cutoff)
      -- Not a plain IS NULL, for which SQLite would take the wrong index.
      OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :window_start AND created_at < :future_cutoff)
    )
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (environment IS NULL OR environment <> 'sandbox')
) AS recent
GROUP BY store
