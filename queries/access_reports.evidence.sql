-- Each report, with what is known of its purchase.
SELECT
  'recent_access_reports' AS metric,
  'a user says that it was paid and gives no access' AS rule,
  token, user_id, product_id, store, app_version, state,
  reported_at AS since,
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
  END AS detail
FROM (
  SELECT
    access_reports.token,
    access_reports.user_id,
    access_reports.reported_at,
    purchases.product_id,
    purchases.app_version,
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
