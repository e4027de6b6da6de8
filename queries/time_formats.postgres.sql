-- Differs because times have a type in Postgres: none can sort wrongly, so no row has to be read.
SELECT 'purchases' AS "table", known."column", known.badly_sorting_times
FROM (
  SELECT 'expires_at' AS "column", 0 AS badly_sorting_times
  UNION ALL SELECT 'updated_at', 0
  UNION ALL SELECT 'created_at', CASE WHEN :has_created_at = 1 THEN 0 END
  UNION ALL SELECT 'pending_since', CASE WHEN :has_pending_since = 1 THEN 0 END
  UNION ALL SELECT 'purchased_at', CASE WHEN :has_purchased_at = 1 THEN 0 END
  UNION ALL SELECT 'verified_at', CASE WHEN :has_verified_at = 1 THEN 0 END
  UNION ALL SELECT 'granted_at', CASE WHEN :has_granted_at = 1 THEN 0 END
  UNION ALL SELECT 'acknowledged_at', CASE WHEN :has_acknowledged_at = 1 THEN 0 END
  UNION ALL SELECT 'revoked_at', CASE WHEN :has_revoked_at = 1 THEN 0 END
) AS known
UNION ALL
SELECT 'purchases', 'expires_at', 0 FROM purchases WHERE false
UNION ALL
SELECT 'entitlements', 'valid_until', 0
UNION ALL
SELECT 'entitlements', 'valid_until', 0 FROM entitlements WHERE false
