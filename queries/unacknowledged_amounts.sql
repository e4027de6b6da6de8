-- Money that goes back unless somebody tells Google in time that the purchases were delivered, by currency.
-- reads: purchases, products
-- needs: purchased_at + acknowledged_at + price_micros + currency
-- labels: store (google), currency (top)
-- gauge unacknowledged_amount_micros:
--   What the purchases of iapwatch_unacknowledged_purchases cost whose deadline has not passed, in millionths of the currency;
--   exact below 2^53, nine billion of a currency; purchases without a price, or with one that cannot be, and sandbox left out.
-- gauge unacknowledged_urgent_amount_micros:
--   The part of iapwatch_unacknowledged_amount_micros with less than 24 hours left.
-- index: purchases (purchased_at) where acknowledged_at is null
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
    ) - CAST(round((julianday(:now) - julianday(purchased_at)) * 86400000) AS INTEGER) AS milliseconds_left
  FROM purchases
  WHERE acknowledged_at IS NULL AND purchased_at >= :unacknowledged_start AND purchased_at < :future_cutoff
    AND store = 'google' AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired')
    -- The second and later charges of a subscription: GPA.1234..0, GPA.1234..1.
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
WHERE milliseconds_left > 0 AND price_micros BETWEEN 0 AND 1000000000000000
GROUP BY store, currency
