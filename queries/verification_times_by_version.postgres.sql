-- Differs where times are subtracted: SQLite counts seconds with unixepoch(), Postgres takes the epoch of a timestamp.
SELECT store, app_version, seconds, sum(is_verified) AS verified, sum(1 - is_verified) AS in_flight
FROM (
  SELECT
    store,
    app_version,
    CASE WHEN verified_at < :future_cutoff THEN 1 ELSE 0 END AS is_verified,
    CASE
      -- Clocks of two machines: verified before it was paid took no time.
      WHEN verified_at < purchased_at OR purchased_at >= :now THEN 0
      WHEN verified_at < :future_cutoff THEN floor(extract(epoch FROM verified_at)) - floor(extract(epoch FROM purchased_at))
      ELSE floor(extract(epoch FROM CAST(:now AS timestamptz))) - floor(extract(epoch FROM purchased_at))
    END AS seconds
  FROM purchases
  WHERE purchased_at >= :window_start AND purchased_at < :future_cutoff
    -- Of the others nobody waits any more.
    AND (verified_at < :future_cutoff OR state IN ('purchased', 'active', 'grace'))
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (environment IS NULL OR environment <> 'sandbox')
) AS durations
GROUP BY store, app_version, seconds
