-- Purchases that the store took money for and that the server has not verified, by the version of the app that bought them.
-- reads: purchases
-- needs: state=purchased + app_version | purchased_at + verified_at + app_version
-- labels: store, app_version (top)
-- gauge unverified_purchases_by_version:
--   Purchases paid and not verified by the server yet, by app version, whatever their age; sandbox left out.
-- gauge overdue_unverified_purchases_by_version (needs purchased_at | created_at):
--   Purchases paid and not verified for longer than iapwatch_check_threshold_seconds{check="unverified"}, by app version; sandbox
--   left out.
-- index: purchases (store) where state = 'purchased'
-- index: purchases (store) where verified_at is null
SELECT
  store,
  app_version,
  count(*) AS unverified_purchases_by_version,
  count(*) FILTER (WHERE coalesce(purchased_at, created_at, updated_at) < :unverified_cutoff)
    AS overdue_unverified_purchases_by_version
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, app_version
UNION ALL
-- Served before it was verified. A branch of its own, so that each half finds its own partial index.
SELECT
  store,
  app_version,
  count(*),
  count(*) FILTER (WHERE purchased_at < :unverified_cutoff)
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, app_version
