-- Money that was paid within the recent window, by currency.
-- reads: purchases
-- needs: purchased_at + price_micros + currency | created_at + price_micros + currency
-- labels: store, currency (top)
-- gauge recent_paid_amount_micros:
--   What the purchases of iapwatch_recent_purchases cost, in millionths of the currency; exact below 2^53, nine billion of a
--   currency; purchases without a price, or with one that cannot be, and sandbox left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
SELECT store, currency, sum(CAST(price_micros AS bigint)) AS recent_paid_amount_micros
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    OR (purchased_at IS NULL AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
  AND price_micros BETWEEN 0 AND 1000000000000000
GROUP BY store, currency
