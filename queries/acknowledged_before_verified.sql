-- Purchases that a store was told are delivered before the server had verified them: nothing would bring them back.
-- reads: purchases
-- needs: acknowledged_at + verified_at
-- labels: store
-- gauge recent_acknowledged_before_verified:
--   Purchases acknowledged or finished within the last iapwatch_recent_window_seconds that were verified in a later second,
--   or are not verified yet; sandbox left out.
-- index: purchases (acknowledged_at)
SELECT store, count(*) AS recent_acknowledged_before_verified
FROM purchases
WHERE acknowledged_at >= :window_start AND acknowledged_at < :future_cutoff
  AND (verified_at IS NULL OR substr(acknowledged_at, 1, 19) < substr(verified_at, 1, 19))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
