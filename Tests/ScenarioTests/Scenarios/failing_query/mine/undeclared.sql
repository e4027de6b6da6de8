-- Returns a column too many.
-- reads: purchases
-- labels: store
-- gauge rows_of_store: Rows.
SELECT store, count(*) AS rows_of_store, max(user_id) AS somebody FROM purchases GROUP BY store
