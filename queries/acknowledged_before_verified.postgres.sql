-- Differs where times are cut to the second: SQLite has text, Postgres timestamps.
SELECT store, count(*) AS recent_acknowledged_before_verified
FROM purchases
WHERE acknowledged_at >= :window_start AND acknowledged_at < :future_cutoff
  AND (verified_at IS NULL OR date_trunc('second', acknowledged_at) < date_trunc('second', verified_at))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
