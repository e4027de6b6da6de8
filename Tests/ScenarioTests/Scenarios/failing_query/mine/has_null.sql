-- A NULL is not 0.
-- reads: purchases
-- labels: store
-- gauge largest_quantity (fold max): The largest quantity of one purchase.
SELECT store, max(quantity) AS largest_quantity FROM purchases GROUP BY store
