-- Purchases that the store took money for and that the server has not verified.
-- reads: purchases
-- needs: state=purchased | purchased_at + verified_at
-- labels: store
-- gauge unverified_purchases: Purchases paid and not verified by the server yet, whatever their age; sandbox left out.
-- gauge overdue_unverified_purchases (needs purchased_at | created_at, else count first seen before unverified_cutoff):
--   Purchases paid and not verified for longer than iapwatch_check_threshold_seconds{check="unverified"}; sandbox left out.
-- gauge oldest_unverified_purchase_timestamp_seconds
--   (needs purchased_at | created_at, else oldest first seen, fold min, absent when null):
--   When the purchase that waits for verification for the longest was paid; absent when none waits.
-- index: purchases (store) where state = 'purchased'
-- index: purchases (store) where verified_at is null
SELECT
  store,
  count(*) AS unverified_purchases,
  count(*) FILTER (WHERE coalesce(purchased_at, created_at, updated_at) < :unverified_cutoff) AS overdue_unverified_purchases,
  min(coalesce(purchased_at, created_at, updated_at)) AS oldest_unverified_purchase_timestamp_seconds
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
UNION ALL
-- Served before it was verified. A branch of its own, so that each half finds its own partial index.
SELECT
  store,
  count(*),
  count(*) FILTER (WHERE purchased_at < :unverified_cutoff),
  min(purchased_at)
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
