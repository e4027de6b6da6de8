-- Purchases whose payment is not complete yet.
-- reads: purchases
-- labels: store
-- gauge pending_purchases: Purchases whose payment is not complete yet, whatever their age; sandbox left out.
-- gauge overdue_pending_purchases (needs pending_since | created_at, else count first seen before pending_cutoff):
--   Purchases pending for longer than iapwatch_check_threshold_seconds{check="pending"}; sandbox left out.
-- gauge oldest_pending_purchase_timestamp_seconds
--   (needs pending_since | created_at, else oldest first seen, fold min, absent when null):
--   When the purchase that is pending for the longest became pending; absent when none is pending.
-- index: purchases (store) where state = 'pending'
SELECT
  store,
  count(*) AS pending_purchases,
  count(*) FILTER (WHERE coalesce(pending_since, created_at, updated_at) < :pending_cutoff) AS overdue_pending_purchases,
  min(coalesce(pending_since, created_at, updated_at)) AS oldest_pending_purchase_timestamp_seconds
FROM purchases
WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
