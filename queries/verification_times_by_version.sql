-- How long it takes from paid to verified, by the version of the app that bought.
-- reads: purchases
-- needs: purchased_at + verified_at + app_version
-- labels: store, app_version (top)
-- percentiles recent_verification_by_version_seconds (of seconds, finished verified, waiting in_flight):
--   iapwatch_recent_verification_seconds by app version; absent for a version under 20 purchases, and percentile="99" under 300;
--   sandbox left out.
-- index: purchases (purchased_at)
SELECT store, app_version, seconds, sum(is_verified) AS verified, sum(1 - is_verified) AS in_flight
FROM (
  SELECT
    store,
    app_version,
    CASE WHEN verified_at < :future_cutoff THEN 1 ELSE 0 END AS is_verified,
    CASE
      -- Clocks of two machines: verified before it was paid took no time.
      WHEN verified_at < purchased_at OR purchased_at >= :now THEN 0
      WHEN verified_at < :future_cutoff THEN unixepoch(verified_at) - unixepoch(purchased_at)
      ELSE unixepoch(:now) - unixepoch(purchased_at)
    END AS seconds
  FROM purchases
  WHERE purchased_at >= :window_start AND purchased_at < :future_cutoff
    -- Of the others nobody waits any more.
    AND (verified_at < :future_cutoff OR state IN ('purchased', 'active', 'grace'))
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (environment IS NULL OR environment <> 'sandbox')
) AS durations
GROUP BY store, app_version, seconds
