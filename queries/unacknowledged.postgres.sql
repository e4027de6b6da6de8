-- Differs where times are subtracted: SQLite counts days with julianday(), Postgres subtracts timestamps.
SELECT
  store,
  CASE
    WHEN milliseconds_left <= 0 THEN 'lost'
    WHEN milliseconds_left < 6 * 3600000 THEN 'under_6'
    WHEN milliseconds_left < 24 * 3600000 THEN '6_to_24'
    WHEN milliseconds_left < 48 * 3600000 THEN '24_to_48'
    ELSE 'over_48'
  END AS hours_left,
  count(*) AS unacknowledged_purchases
FROM (
  SELECT
    store,
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
-- Ten minutes past its deadline it is settled: recent_presumed_refunded_purchases.
WHERE milliseconds_left > -600000
GROUP BY store, hours_left
