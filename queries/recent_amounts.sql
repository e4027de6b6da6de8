-- Money that was paid, and that went back, within the recent window, by currency.
-- reads: purchases
-- needs: price_micros + currency
-- labels: store, currency (top)
-- gauge recent_purchases_by_currency (needs purchased_at | created_at):
--   Those of iapwatch_recent_purchases whose price is known, by currency; what they leave out of iapwatch_recent_purchases
--   has no price, or one that cannot be; sandbox left out.
-- gauge recent_paid_amount_micros (needs purchased_at | created_at):
--   What the purchases of iapwatch_recent_purchases_by_currency cost, in millionths of the currency; exact below 2^53, nine
--   billion of a currency; sandbox left out.
-- gauge recent_refunded_amount_micros (needs revocation_kind):
--   What went back of the purchases of iapwatch_recent_refunded_purchases, in millionths of the currency: the price, or the part
--   of it that refunded_quantity or refunded_millipercent says, each rounded down; exact below 2^53, nine billion of a currency;
--   purchases without a price, or with one that cannot be, and sandbox left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT
  store,
  currency,
  count(*) AS recent_purchases_by_currency,
  sum(CAST(price_micros AS bigint)) AS recent_paid_amount_micros,
  0 AS recent_refunded_amount_micros
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    -- Not a plain IS NULL, for which SQLite would take the wrong index.
    OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
  AND price_micros BETWEEN 0 AND 1000000000000000
GROUP BY store, currency
UNION ALL
-- The part of the price in whole numbers, in an order in which nothing overflows.
SELECT store, currency, 0, 0, sum(price / whole * part + price % whole * part / whole)
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
      OR (CASE WHEN revoked_at IS NULL THEN 1 END = 1 AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
    )
    AND (environment IS NULL OR environment <> 'sandbox')
    AND price_micros BETWEEN 0 AND 1000000000000000
) AS refunded
GROUP BY store, currency
