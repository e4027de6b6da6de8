-- Purchases of a cohort that had time to be refunded: the denominator of the refunds by cohort.
-- reads: purchases
-- needs: purchased_at | created_at
-- every: day
-- labels: store
-- gauge cohort_purchases:
--   Purchases paid in the iapwatch_cohort_window_seconds that ended iapwatch_cohort_maturity_seconds ago, one per token; pending,
--   lapsed and sandbox left out.
-- gauge cohort_charges (needs order_id):
--   Charges paid in the iapwatch_cohort_window_seconds that ended iapwatch_cohort_maturity_seconds ago: several tokens of one
--   order are one, and a purchase without an order, or whose order is its subscription's id, is one of its own; pending, lapsed
--   and sandbox left out.
SELECT store, count(*) AS cohort_purchases, count(DISTINCT charge) AS cohort_charges
FROM (
  SELECT
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    coalesce('order ' || nullif(nullif(order_id, ''), subscription_id), 'token ' || token) AS charge
  FROM purchases
  WHERE (
      (purchased_at >= :cohort_start AND purchased_at < :cohort_end)
      -- Not a plain IS NULL, for which SQLite would take the wrong index.
      OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :cohort_start AND created_at < :cohort_end)
    )
    AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
    AND (environment IS NULL OR environment <> 'sandbox')
) AS cohort
GROUP BY store
