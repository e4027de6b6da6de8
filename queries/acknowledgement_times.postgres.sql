-- Differs where times are subtracted: SQLite counts seconds with unixepoch(), Postgres takes the epoch of a timestamp.
SELECT store, seconds, sum(is_acknowledged) AS acknowledged, sum(1 - is_acknowledged) AS in_flight
FROM (
  SELECT
    store,
    CASE WHEN acknowledged_at < :future_cutoff THEN 1 ELSE 0 END AS is_acknowledged,
    CASE
      -- Clocks of two machines: acknowledged before it was paid took no time.
      WHEN acknowledged_at < purchased_at OR purchased_at >= :now THEN 0
      WHEN acknowledged_at < :future_cutoff THEN floor(extract(epoch FROM acknowledged_at)) - floor(extract(epoch FROM purchased_at))
      ELSE floor(extract(epoch FROM CAST(:now AS timestamptz))) - floor(extract(epoch FROM purchased_at))
    END AS seconds
  FROM purchases
  WHERE purchased_at >= :window_start AND purchased_at < :future_cutoff AND store = 'google'
    AND (acknowledged_at < :future_cutoff OR state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired'))
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS durations
GROUP BY store, seconds
