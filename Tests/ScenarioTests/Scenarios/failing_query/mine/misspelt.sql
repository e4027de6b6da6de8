-- A column that is not there.
-- reads: purchases
-- labels: store
-- gauge quantities: All quantities.
SELECT
  store,
  sum(quantitty) AS quantities
FROM purchases
GROUP BY store
