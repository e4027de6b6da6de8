-- Purchases that Google has taken back by now, though the table does not say so.
-- reads: purchases, products
-- needs: purchased_at + acknowledged_at
-- labels: store (google)
-- gauge recent_presumed_refunded_purchases:
--   Google purchases never acknowledged whose deadline passed more than ten minutes ago and within the last
--   iapwatch_recent_window_seconds, and which the table does not call revoked: the store has refunded them;
--   first purchases only; sandbox left out.
-- index: purchases (purchased_at) where acknowledged_at is null
SELECT store, count(*) AS recent_presumed_refunded_purchases
FROM (
  SELECT
    store,
    1000 * coalesce(
      (SELECT max(acknowledge_within_seconds) FROM products WHERE products.product_id = purchases.product_id),
      :acknowledge_deadline_seconds
    ) - CAST(round((julianday(:now) - julianday(purchased_at)) * 86400000) AS INTEGER) AS milliseconds_left
  FROM purchases
  WHERE acknowledged_at IS NULL AND purchased_at >= :presumed_refund_start AND purchased_at < :future_cutoff
    AND store = 'google' AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired')
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS unacknowledged
WHERE milliseconds_left <= -600000 AND milliseconds_left > -600000 - 1000 * :window_seconds
GROUP BY store
