-- How long it takes from paid to verified, with the purchases counted that still wait.
-- reads: purchases
-- needs: purchased_at + verified_at
-- labels: store
-- percentiles recent_verification_seconds (of seconds, finished verified, waiting in_flight):
--   Time from paid to verified by the server, of purchases paid within the last iapwatch_recent_window_seconds; what is not
--   verified yet counts as taking at least as long as it has waited; absent under 20 purchases, and percentile="99" under
--   300; sandbox left out.
-- index: purchases (purchased_at)
SELECT store, seconds, sum(is_verified) AS verified, sum(1 - is_verified) AS in_flight
FROM (
  SELECT
    store,
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
GROUP BY store, seconds
