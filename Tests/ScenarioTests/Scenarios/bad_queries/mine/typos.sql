-- Counts something.
-- read: purchases
-- labels: store, product
-- gauge job_runs_total: Runs.
-- gauge things (needs verified): Things.
SELECT store, count(*) AS things FROM purchases WHERE updated_at < :nwo GROUP BY store
