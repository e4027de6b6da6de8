-- Each purchase of the cohort whose money went back since.
SELECT
  'cohort_refunded_purchases' AS metric,
  'paid by the cohort, and its money went back since' AS rule,
  token, user_id, product_id, store, app_version, state,
  coalesce(purchased_at, created_at) AS since,
  revocation_kind AS detail
FROM purchases
WHERE (
    (purchased_at >= :cohort_start AND purchased_at < :cohort_end)
    -- Not a plain IS NULL, for which SQLite would take the wrong index.
    OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :cohort_start AND created_at < :cohort_end)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
  AND revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
  AND (revoked_at < :future_cutoff OR (revoked_at IS NULL AND state = 'revoked'))
