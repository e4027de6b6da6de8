-- Users who say that they paid and have no access, and what is known of the purchase that they name.
-- reads: access_reports, purchases, products, entitlements
-- labels: store, finding (pending, unverified, granted, not_granted, revoked, ended, unknown)
-- gauge recent_access_reports (needs access_reports.token):
--   Reports of users within the last iapwatch_recent_window_seconds who paid and have no access, by what is known of the
--   purchase: granted, there is access; not_granted, it was paid and the access is missing; ended, it expired, lapsed, is on hold
--   or paused; unknown, with store="other", when no purchase is named or none has the token; sandbox left out.
-- index: access_reports (reported_at)
SELECT
  store,
  CASE
    WHEN state = 'pending' THEN 'pending'
    WHEN state = 'purchased' THEN 'unverified'
    WHEN state = 'revoked' THEN 'revoked'
    WHEN state IN ('expired', 'lapsed', 'on_hold', 'paused') THEN 'ended'
    WHEN state NOT IN ('active', 'grace') OR state IS NULL THEN 'unknown'
    WHEN is_granted = 1 THEN 'granted'
    WHEN is_unverified = 1 THEN 'unverified'
    WHEN state = 'active' AND expires_at < :now THEN 'ended'
    ELSE 'not_granted'
  END AS finding,
  count(*) AS recent_access_reports
FROM (
  SELECT
    purchases.store,
    purchases.state,
    purchases.expires_at,
    CASE
      WHEN :has_verified_at = 1 AND purchases.verified_at IS NULL AND purchases.purchased_at IS NOT NULL THEN 1 ELSE 0
    END AS is_unverified,
    CASE
      WHEN EXISTS (
        SELECT 1 FROM entitlements
        JOIN products ON products.feature = entitlements.feature
        WHERE products.product_id = purchases.product_id AND entitlements.user_id = purchases.user_id
          AND (entitlements.valid_until IS NULL OR entitlements.valid_until >= :now)
      ) THEN 1 ELSE 0
    END AS is_granted
  FROM access_reports
  LEFT JOIN purchases ON purchases.token = access_reports.token
  WHERE reported_at >= :window_start AND reported_at < :future_cutoff
    AND (purchases.environment IS NULL OR purchases.environment <> 'sandbox')
) AS matched
GROUP BY 1, 2
