-- Purchases by product: all in one query, so that shares of a product are made of the same values.
-- reads: purchases
-- labels: store, product (top)
-- gauge recent_purchases_by_product (needs purchased_at | created_at):
--   Purchases paid within the last iapwatch_recent_window_seconds, one per token, by product; pending, lapsed and sandbox left
--   out.
-- gauge recent_refunded_purchases_by_product (needs revocation_kind):
--   Purchases whose money went back within the last iapwatch_recent_window_seconds, by product: refunded, charged back, or
--   never acknowledged; sandbox left out.
-- gauge unverified_purchases_by_product (needs state=purchased | purchased_at + verified_at):
--   Purchases paid and not verified by the server yet, by product, whatever their age; sandbox left out.
-- gauge overdue_unverified_purchases_by_product
--   (needs state=purchased + purchased_at | state=purchased + created_at | purchased_at + verified_at):
--   Purchases paid and not verified for longer than iapwatch_check_threshold_seconds{check="unverified"}, by product; sandbox
--   left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
-- index: purchases (store) where state = 'purchased'
-- index: purchases (store) where verified_at is null
SELECT
  store,
  product_id AS product,
  count(*) AS recent_purchases_by_product,
  0 AS recent_refunded_purchases_by_product,
  0 AS unverified_purchases_by_product,
  0 AS overdue_unverified_purchases_by_product
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    -- Not a plain IS NULL, for which SQLite would take the wrong index.
    OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
UNION ALL
SELECT store, product_id, 0, count(*), 0, 0
FROM purchases
WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (CASE WHEN revoked_at IS NULL THEN 1 END = 1 AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
UNION ALL
SELECT store, product_id, 0, 0, count(*), count(*) FILTER (WHERE coalesce(purchased_at, created_at, updated_at) < :unverified_cutoff)
FROM purchases
WHERE state = 'purchased' AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
UNION ALL
-- Served before it was verified. A branch of its own, so that each half finds its own partial index.
SELECT store, product_id, 0, 0, count(*), count(*) FILTER (WHERE purchased_at < :unverified_cutoff)
FROM purchases
WHERE :has_verified_at = 1 AND verified_at IS NULL AND purchased_at IS NOT NULL
  AND state IN ('active', 'grace') AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, product_id
