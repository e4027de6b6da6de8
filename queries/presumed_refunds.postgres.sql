-- Differs where times are subtracted: SQLite counts days with julianday(), Postgres subtracts timestamps.
SELECT store, count(*) AS recent_presumed_refunded_purchases
FROM (
  SELECT
    store,
    1000 * coalesce(
      (SELECT max(acknowledge_within_seconds) FROM products WHERE products.product_id = purchases.product_id),
      :acknowledge_deadline_seconds
    ) - round(extract(epoch FROM :now - purchased_at) * 1000) AS milliseconds_left
  FROM purchases
  WHERE acknowledged_at IS NULL AND purchased_at >= :presumed_refund_start AND purchased_at < :future_cutoff
    AND store = 'google' AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired')
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS unacknowledged
WHERE milliseconds_left <= -600000 AND milliseconds_left > -600000 - 1000 * :window_seconds
GROUP BY store
