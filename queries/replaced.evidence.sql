-- Each live purchase that another one took the place of.
SELECT
  CASE WHEN is_transferred = 1 THEN 'transferred_purchases' ELSE 'replaced_still_live' END AS metric,
  CASE
    WHEN is_transferred = 1 THEN 'still live, and another account has the purchase that replaced it'
    ELSE 'still live, and another purchase of the same user has replaced it'
  END AS rule,
  purchases.token, purchases.user_id, purchases.product_id, purchases.store, purchases.app_version, purchases.state,
  purchases.updated_at AS since,
  NULL AS detail
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
JOIN purchases ON purchases.token = replaced.token
