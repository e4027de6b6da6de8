-- Active purchases.
-- reads: purchases
-- labels: store
-- gauge active_purchases: Purchases that are active.
SELECT store, count(*) AS active_purchases FROM purchases WHERE state = 'active' GROUP BY store
