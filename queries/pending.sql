-- Purchases whose payment is not complete yet.
-- reads: purchases
-- labels: store
-- gauge pending_purchases: Purchases whose payment is not complete yet, whatever their age; sandbox left out.
-- gauge overdue_pending_purchases
--   (needs pending_since | created_at, else count first seen from dead_pending_cutoff before pending_cutoff):
--   Purchases pending for longer than iapwatch_check_threshold_seconds{check="pending"}, without those that are in
--   iapwatch_dead_pending_purchases; sandbox left out.
-- gauge dead_pending_purchases (needs pending_since | created_at, else count first seen before dead_pending_cutoff):
--   Purchases pending for longer than iapwatch_check_threshold_seconds{check="dead_pending"}: rows that were most likely
--   never cleared; sandbox left out.
-- gauge oldest_pending_purchase_timestamp_seconds
--   (needs pending_since | created_at, else oldest first seen from dead_pending_cutoff, fold min, absent when null):
--   When the purchase that is pending for the longest became pending, without those in iapwatch_dead_pending_purchases;
--   absent when none is pending.
-- index: purchases (store) where state = 'pending'
SELECT
  store,
  count(*) AS pending_purchases,
  count(*) FILTER (WHERE since < :pending_cutoff AND since >= :dead_pending_cutoff) AS overdue_pending_purchases,
  count(*) FILTER (WHERE since < :dead_pending_cutoff) AS dead_pending_purchases,
  min(CASE WHEN since >= :dead_pending_cutoff THEN since END) AS oldest_pending_purchase_timestamp_seconds
FROM (
  SELECT store, coalesce(pending_since, created_at, updated_at) AS since
  FROM purchases
  WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
GROUP BY store
