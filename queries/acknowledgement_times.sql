-- How long it takes until Google is told that a purchase was delivered, with those counted that still wait.
-- reads: purchases
-- needs: purchased_at + acknowledged_at
-- labels: store (google)
-- percentiles recent_acknowledgement_seconds (of seconds, finished acknowledged, waiting in_flight):
--   Time from paid to acknowledged, of Google purchases paid within the last iapwatch_recent_window_seconds; what is not
--   acknowledged yet counts as taking at least as long as it has waited; first purchases only; absent under 20 purchases, and
--   percentile="99" under 300; sandbox left out.
-- index: purchases (purchased_at)
SELECT store, seconds, sum(is_acknowledged) AS acknowledged, sum(1 - is_acknowledged) AS in_flight
FROM (
  SELECT
    store,
    CASE WHEN acknowledged_at < :future_cutoff THEN 1 ELSE 0 END AS is_acknowledged,
    CASE
      -- Clocks of two machines: acknowledged before it was paid took no time.
      WHEN acknowledged_at < purchased_at OR purchased_at >= :now THEN 0
      WHEN acknowledged_at < :future_cutoff THEN unixepoch(acknowledged_at) - unixepoch(purchased_at)
      ELSE unixepoch(:now) - unixepoch(purchased_at)
    END AS seconds
  FROM purchases
  WHERE purchased_at >= :window_start AND purchased_at < :future_cutoff AND store = 'google'
    AND (acknowledged_at < :future_cutoff OR state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired'))
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS durations
GROUP BY store, seconds
