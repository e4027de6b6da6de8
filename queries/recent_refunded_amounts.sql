-- Money that went back within the recent window, by currency.
-- reads: purchases
-- needs: revocation_kind + price_micros + currency
-- labels: store, currency (top)
-- gauge recent_refunded_amount_micros:
--   What went back of the purchases of iapwatch_recent_refunded_purchases, in millionths of the currency: the price, or the part
--   of it that refunded_quantity or refunded_millipercent says, each rounded down; exact below 2^53, nine billion of a currency;
--   purchases without a price, or with one that cannot be, and sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT
  store,
  currency,
  -- The part of the price in whole numbers, in an order in which nothing overflows.
  sum(price / whole * part + price % whole * part / whole) AS recent_refunded_amount_micros
FROM (
  SELECT
    store,
    currency,
    CAST(price_micros AS bigint) AS price,
    CASE
      WHEN quantity BETWEEN 1 AND 1000000 AND refunded_quantity BETWEEN 1 AND quantity THEN CAST(refunded_quantity AS bigint)
      WHEN refunded_millipercent BETWEEN 0 AND 100000 THEN CAST(refunded_millipercent AS bigint)
      ELSE 1
    END AS part,
    CASE
      WHEN quantity BETWEEN 1 AND 1000000 AND refunded_quantity BETWEEN 1 AND quantity THEN CAST(quantity AS bigint)
      WHEN refunded_millipercent BETWEEN 0 AND 100000 THEN 100000
      ELSE 1
    END AS whole
  FROM purchases
  WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
    AND (
      (revoked_at >= :window_start AND revoked_at < :future_cutoff)
      OR (revoked_at IS NULL AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
    )
    AND (environment IS NULL OR environment <> 'sandbox')
    AND price_micros BETWEEN 0 AND 1000000000000000
) AS refunded
GROUP BY store, currency
