-- Times that are text and would sort wrongly: every figure that compares them is wrong by these rows.
-- reads: purchases, entitlements
-- every: day
-- labels: table (purchases, entitlements), column (expires_at, updated_at, created_at, pending_since, purchased_at, verified_at,
--   granted_at, acknowledged_at, revoked_at, valid_until)
-- gauge badly_sorting_times (absent when null):
--   Values of the column that are not ISO 8601 text in UTC (a space for the T, an offset for the Z, a number), so that they
--   sort wrongly; 0 in Postgres, whose times have a type; absent for a column that is not there.
SELECT
  'purchases' AS "table",
  known."column",
  CASE known."column"
    WHEN 'expires_at' THEN expires_at
    WHEN 'updated_at' THEN updated_at
    WHEN 'created_at' THEN CASE WHEN :has_created_at = 1 THEN created_at END
    WHEN 'pending_since' THEN CASE WHEN :has_pending_since = 1 THEN pending_since END
    WHEN 'purchased_at' THEN CASE WHEN :has_purchased_at = 1 THEN purchased_at END
    WHEN 'verified_at' THEN CASE WHEN :has_verified_at = 1 THEN verified_at END
    WHEN 'granted_at' THEN CASE WHEN :has_granted_at = 1 THEN granted_at END
    WHEN 'acknowledged_at' THEN CASE WHEN :has_acknowledged_at = 1 THEN acknowledged_at END
    WHEN 'revoked_at' THEN CASE WHEN :has_revoked_at = 1 THEN revoked_at END
  END AS badly_sorting_times
FROM (
  SELECT 'expires_at' AS "column"
  UNION ALL SELECT 'updated_at'
  UNION ALL SELECT 'created_at'
  UNION ALL SELECT 'pending_since'
  UNION ALL SELECT 'purchased_at'
  UNION ALL SELECT 'verified_at'
  UNION ALL SELECT 'granted_at'
  UNION ALL SELECT 'acknowledged_at'
  UNION ALL SELECT 'revoked_at'
) AS known
CROSS JOIN (
  SELECT
    count(*) FILTER (WHERE expires_at NOT GLOB '????-??-??T*Z') AS expires_at,
    count(*) FILTER (WHERE updated_at NOT GLOB '????-??-??T*Z') AS updated_at,
    count(*) FILTER (WHERE created_at NOT GLOB '????-??-??T*Z') AS created_at,
    count(*) FILTER (WHERE pending_since NOT GLOB '????-??-??T*Z') AS pending_since,
    count(*) FILTER (WHERE purchased_at NOT GLOB '????-??-??T*Z') AS purchased_at,
    count(*) FILTER (WHERE verified_at NOT GLOB '????-??-??T*Z') AS verified_at,
    count(*) FILTER (WHERE granted_at NOT GLOB '????-??-??T*Z') AS granted_at,
    count(*) FILTER (WHERE acknowledged_at NOT GLOB '????-??-??T*Z') AS acknowledged_at,
    count(*) FILTER (WHERE revoked_at NOT GLOB '????-??-??T*Z') AS revoked_at
  FROM purchases
) AS counted
UNION ALL
SELECT
  'entitlements',
  'valid_until',
  count(*) FILTER (WHERE valid_until NOT GLOB '????-??-??T*Z')
FROM entitlements
