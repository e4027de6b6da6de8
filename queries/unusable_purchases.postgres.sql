-- Differs where times are cut to the second: SQLite has text, Postgres timestamps.
SELECT
  store,
  count(*) FILTER (
    WHERE product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')) AND is_sandbox = 0
  ) AS unknown_product_purchases,
  count(*) FILTER (WHERE state_is_unknown = 1) AS unknown_state_purchases,
  count(*) FILTER (WHERE store_is_unknown = 1) AS unknown_store_purchases,
  count(*) FILTER (WHERE user_is_missing = 1 AND is_sandbox = 0) AS purchases_without_user,
  count(*) FILTER (WHERE revocation_kind_is_unknown = 1) AS unknown_revocation_kind_purchases,
  count(*) FILTER (WHERE environment_is_unknown = 1) AS unknown_environment_purchases,
  count(*) FILTER (WHERE is_in_future = 1 AND is_sandbox = 0) AS purchases_from_the_future,
  count(*) FILTER (WHERE has_placeholder_time = 1 AND is_sandbox = 0) AS purchases_with_placeholder_time,
  count(*) FILTER (WHERE ends_before_purchase = 1 AND is_sandbox = 0) AS expiry_before_purchase,
  count(*) FILTER (WHERE is_revoked_before_purchase = 1 AND is_sandbox = 0) AS revoked_before_purchase,
  count(*) FILTER (WHERE is_sandbox = 1) AS sandbox_purchases,
  count(*) FILTER (
    WHERE is_sandbox = 0 AND (
      state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1
      OR (product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')))
    )
  ) AS unusable_purchases,
  0 AS purchase_rows
FROM (
  SELECT
    -- An expression, so that no index tempts SQLite to read the whole table in the order of its stores.
    coalesce(store, 'other') AS store,
    state,
    CASE WHEN environment = 'sandbox' THEN 1 ELSE 0 END AS is_sandbox,
    CASE
      WHEN product_id IN (SELECT products.product_id FROM products WHERE feature IS NOT NULL AND feature <> '') THEN 0 ELSE 1
    END AS product_is_unknown,
    CASE
      WHEN state IN (
        'pending', 'purchased', 'active', 'grace', 'on_hold', 'paused', 'expired', 'revoked', 'lapsed'
      ) THEN 0 ELSE 1
    END AS state_is_unknown,
    CASE WHEN store IN ('google', 'apple') THEN 0 ELSE 1 END AS store_is_unknown,
    CASE
      WHEN user_id IS NULL OR user_id IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000') THEN 1 ELSE 0
    END AS user_is_missing,
    CASE
      WHEN revocation_kind NOT IN (
        'refund', 'chargeback', 'unacknowledged', 'family', 'upgrade', 'other', 'unknown'
      ) THEN 1 ELSE 0
    END AS revocation_kind_is_unknown,
    CASE WHEN :has_environment = 0 OR environment IN ('production', 'sandbox') THEN 0 ELSE 1 END AS environment_is_unknown,
    CASE
      WHEN updated_at >= :future_cutoff
        OR created_at >= :future_cutoff
        OR pending_since >= :future_cutoff
        OR purchased_at >= :future_cutoff
        OR verified_at >= :future_cutoff
        OR granted_at >= :future_cutoff
        OR acknowledged_at >= :future_cutoff
        OR revoked_at >= :future_cutoff THEN 1 ELSE 0
    END AS is_in_future,
    -- Apple's store opened in July 2008, Google's in October. As text, +00 sorts before every time in its second.
    CASE
      WHEN expires_at < '2008-01-01T00:00:00+00'
        OR updated_at < '2008-01-01T00:00:00+00'
        OR created_at < '2008-01-01T00:00:00+00'
        OR pending_since < '2008-01-01T00:00:00+00'
        OR purchased_at < '2008-01-01T00:00:00+00'
        OR verified_at < '2008-01-01T00:00:00+00'
        OR granted_at < '2008-01-01T00:00:00+00'
        OR acknowledged_at < '2008-01-01T00:00:00+00'
        OR revoked_at < '2008-01-01T00:00:00+00' THEN 1 ELSE 0
    END AS has_placeholder_time,
    CASE WHEN date_trunc('second', expires_at) < date_trunc('second', purchased_at) THEN 1 ELSE 0 END AS ends_before_purchase,
    -- A purchase that is not revoked may have been renewed after an old refund.
    CASE WHEN state = 'revoked' AND date_trunc('second', revoked_at) < date_trunc('second', purchased_at) THEN 1 ELSE 0 END
      AS is_revoked_before_purchase
  FROM purchases
) AS judged
-- Few rows are unusable, so only few have to be grouped.
WHERE product_is_unknown = 1 OR state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1 OR is_sandbox = 1
  OR revocation_kind_is_unknown = 1 OR environment_is_unknown = 1 OR is_in_future = 1 OR has_placeholder_time = 1
  OR ends_before_purchase = 1 OR is_revoked_before_purchase = 1
GROUP BY store
UNION ALL
SELECT 'google', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*)
FROM purchases
