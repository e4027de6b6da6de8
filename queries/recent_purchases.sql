-- Purchases paid within the recent window.
-- reads: purchases
-- needs: purchased_at | created_at
-- labels: store
-- gauge recent_purchases:
--   Purchases paid within the last iapwatch_recent_window_seconds, one per token; pending, lapsed and sandbox left out.
-- index: purchases (purchased_at)
-- index: purchases (created_at)
SELECT store, count(*) AS recent_purchases
FROM purchases
WHERE (
    (purchased_at >= :window_start AND purchased_at < :future_cutoff)
    -- Not a plain IS NULL, for which SQLite would take the wrong index.
    OR (CASE WHEN purchased_at IS NULL THEN 1 END = 1 AND created_at >= :window_start AND created_at < :future_cutoff)
  )
  AND (state IS NULL OR state NOT IN ('pending', 'lapsed'))
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
