-- Differs where times are subtracted: SQLite counts seconds with unixepoch(), Postgres takes the epoch of a timestamp.
SELECT store, seconds, count(*) AS received, 0 AS in_flight
FROM (
  SELECT store, CASE WHEN event_at >= received_at THEN 0 ELSE floor(extract(epoch FROM received_at)) - floor(extract(epoch FROM event_at)) END AS seconds
  FROM notifications
  WHERE received_at >= :window_start AND received_at < :future_cutoff AND event_at >= CAST(:window_start AS timestamptz) - interval '720 hours'
) AS durations
GROUP BY store, seconds
