-- Purchases that are over by their own date and still active: their renewal or their expiry never arrived.
-- reads: purchases
-- labels: store
-- gauge active_past_expiry:
--   Purchases in state active whose end is longer ago than iapwatch_check_threshold_seconds{check="expiry"}; grace has an end
--   of its own and is left out; sandbox left out.
-- gauge oldest_active_past_expiry_timestamp_seconds (fold min, absent when null):
--   The end of the one in iapwatch_active_past_expiry that is over for the longest; absent when there is none.
-- index: purchases (expires_at) where state = 'active'
SELECT
  store,
  count(*) AS active_past_expiry,
  min(expires_at) AS oldest_active_past_expiry_timestamp_seconds
FROM (
  -- An expression, so that no index tempts SQLite to read the whole table in the order of its stores.
  SELECT coalesce(store, 'other') AS store, expires_at
  FROM purchases
  WHERE state = 'active' AND expires_at < :expiry_cutoff AND (environment IS NULL OR environment <> 'sandbox')
) AS ended
GROUP BY store
