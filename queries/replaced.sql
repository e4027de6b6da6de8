-- Purchases that another one took the place of, such as the old plan after a plan change.
-- reads: purchases
-- needs: linked_token | replaced_by
-- labels: store
-- gauge replaced_still_live:
--   Purchases active and not past their end, or in grace, that another purchase of the same user replaced: one that names
--   them in linked_token and is paid, or one that their replaced_by names; sandbox left out.
-- gauge transferred_purchases:
--   The same where the other purchase belongs to another user: the purchase moved from one account to the other.
-- index: purchases (linked_token) where linked_token is not null
-- index: purchases (replaced_by) where replaced_by is not null
SELECT
  store,
  count(*) FILTER (WHERE is_transferred = 0) AS replaced_still_live,
  count(*) FILTER (WHERE is_transferred = 1) AS transferred_purchases
FROM (
  SELECT
    old.store,
    old.token,
    -- Of two successors, one in another account, the purchase has moved.
    max(CASE WHEN successor.user_id <> old.user_id THEN 1 ELSE 0 END) AS is_transferred
  FROM (
    SELECT linked_token AS replaced_token, user_id
    FROM purchases
    WHERE linked_token IS NOT NULL AND linked_token <> token AND state NOT IN ('pending', 'purchased', 'lapsed')
    UNION ALL
    SELECT replaced.token, (SELECT next.user_id FROM purchases AS next WHERE next.token = replaced.replaced_by)
    FROM purchases AS replaced
    WHERE replaced.replaced_by IS NOT NULL AND replaced.replaced_by NOT IN ('', replaced.token)
  ) AS successor
  JOIN purchases AS old ON old.token = successor.replaced_token
  WHERE (old.state = 'grace' OR (old.state = 'active' AND (old.expires_at IS NULL OR old.expires_at >= :now)))
    AND (old.environment IS NULL OR old.environment <> 'sandbox')
  GROUP BY old.store, old.token
) AS replaced
GROUP BY store
