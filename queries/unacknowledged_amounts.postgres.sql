-- Differs where times are subtracted: SQLite counts days with julianday(), Postgres subtracts timestamps.
SELECT
  store,
  currency,
  sum(CAST(price_micros AS bigint)) AS unacknowledged_amount_micros,
  coalesce(sum(CAST(price_micros AS bigint)) FILTER (WHERE milliseconds_left < 24 * 3600000), 0)
    AS unacknowledged_urgent_amount_micros
FROM (
  SELECT
    store,
    currency,
    price_micros,
    -- A deadline is a moment, so its age is not rounded to seconds: 71:59:59.9 is not lost.
    1000 * coalesce(
      (SELECT max(acknowledge_within_seconds) FROM products WHERE products.product_id = purchases.product_id),
      :acknowledge_deadline_seconds
    ) - round(extract(epoch FROM :now - purchased_at) * 1000) AS milliseconds_left
  FROM purchases
  WHERE acknowledged_at IS NULL AND purchased_at >= :unacknowledged_start AND purchased_at < :future_cutoff
    AND store = 'google' AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired')
    -- The second and later charges of a subscription: GPA.1234..0, GPA.1234..1.
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
WHERE milliseconds_left > 0 AND price_micros BETWEEN 0 AND 1000000000000000
GROUP BY store, currency
