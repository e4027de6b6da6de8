-- Money that went back within the recent window, by event day.
-- reads: purchases
-- needs: revocation_kind
-- labels: store, kind (refund, chargeback, unacknowledged)
-- gauge recent_refunded_purchases:
--   Purchases whose money went back within the last iapwatch_recent_window_seconds, by kind: refund, chargeback,
--   or unacknowledged (the store took it back because nobody told it that the purchase was delivered); sandbox left out.
-- gauge recent_refunded_charges (needs order_id):
--   Charges whose money went back within the last iapwatch_recent_window_seconds, by kind: several tokens of one order are
--   one, and a purchase without an order, or whose order is its subscription's id, is one of its own; sandbox left out.
-- gauge recent_refunded_purchase_equivalents (needs refunded_quantity + quantity | refunded_millipercent):
--   iapwatch_recent_refunded_purchases by how much went back: a purchase of which half went back counts as 0.5, and one
--   that does not say how much as 1; sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT
  store,
  kind,
  count(*) AS recent_refunded_purchases,
  count(DISTINCT charge) AS recent_refunded_charges,
  -- In millionths, so that both databases add up whole numbers.
  sum(1000000 * part / whole) / 1000000.0 AS recent_refunded_purchase_equivalents
FROM (
  SELECT
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    revocation_kind AS kind,
    coalesce('order ' || nullif(nullif(order_id, ''), subscription_id), 'token ' || token) AS charge,
    CASE
      WHEN quantity BETWEEN 1 AND 1000000 AND refunded_quantity BETWEEN 1 AND quantity THEN CAST(refunded_quantity AS bigint)
      WHEN refunded_millipercent BETWEEN 0 AND 100000 THEN CAST(refunded_millipercent AS bigint)
      ELSE 1
    END AS part,
    CASE
      WHEN quantity BETWEEN 1 AND 1000000 AND refunded_quantity BETWEEN 1 AND quantity THEN CAST(quantity AS bigint)
      WHEN refunded_millipercent BETWEEN 0 AND 100000 THEN 100000
      ELSE 1
    END AS whole
  FROM purchases
  WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
    AND (
      (revoked_at >= :window_start AND revoked_at < :future_cutoff)
      -- Not a plain IS NULL, for which SQLite would take the wrong index.
      OR (CASE WHEN revoked_at IS NULL THEN 1 END = 1 AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
    )
    AND (environment IS NULL OR environment <> 'sandbox')
) AS refunded
GROUP BY store, kind
