-- Purchases of a cohort whose money went back since, however late: by purchase day, while recent refunds are by event day.
-- reads: purchases
-- needs: purchased_at + revocation_kind | created_at + revocation_kind
-- every: day
-- labels: store, kind (refund, chargeback, unacknowledged)
-- gauge cohort_refunded_purchases:
--   Those of iapwatch_cohort_purchases whose money went back by now, by kind; upgrades, family sharing that ended, refunds that
--   were reversed, and sandbox left out.
-- gauge cohort_refunded_charges (needs order_id):
--   Those of iapwatch_cohort_charges whose money went back by now, by kind; sandbox left out.
SELECT store, kind, count(*) AS cohort_refunded_purchases, count(DISTINCT charge) AS cohort_refunded_charges
FROM (
  SELECT
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    revocation_kind AS kind,
    coalesce('order ' || nullif(nullif(order_id, ''), subscription_id), 'token ' || token) AS charge
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
) AS cohort
GROUP BY store, kind
