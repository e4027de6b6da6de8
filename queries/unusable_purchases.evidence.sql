-- Each purchase that a figure cannot use, for each reason.
SELECT rules.metric, rules.rule, token, user_id, product_id, store, app_version, state, updated_at AS since, NULL AS detail
FROM (
  SELECT
    -- An expression, so that no index tempts SQLite to read the whole table in the order of its stores.
    token,
    user_id,
    product_id,
    coalesce(store, 'other') AS store,
    app_version,
    updated_at,
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
    CASE WHEN substr(expires_at, 1, 19) < substr(purchased_at, 1, 19) THEN 1 ELSE 0 END AS ends_before_purchase,
    -- A purchase that is not revoked may have been renewed after an old refund.
    CASE WHEN state = 'revoked' AND substr(revoked_at, 1, 19) < substr(purchased_at, 1, 19) THEN 1 ELSE 0 END
      AS is_revoked_before_purchase
  FROM purchases
) AS judged
JOIN (
  SELECT 'unknown_product_purchases' AS metric, 'its product is not in the table products, or has no feature there' AS rule
  UNION ALL SELECT 'unknown_state_purchases', 'its state is none that iapwatch knows'
  UNION ALL SELECT 'unknown_store_purchases', 'its store is neither google nor apple'
  UNION ALL SELECT 'purchases_without_user', 'it has no user, or one that stands for none'
  UNION ALL SELECT 'unknown_revocation_kind_purchases', 'its kind of revocation is none that iapwatch knows'
  UNION ALL SELECT 'unknown_environment_purchases', 'its environment is neither production nor sandbox'
  UNION ALL SELECT 'purchases_from_the_future', 'one of its times lies in the future'
  UNION ALL SELECT 'purchases_with_placeholder_time', 'one of its times is before 2008, and stands for none'
  UNION ALL SELECT 'expiry_before_purchase', 'it ends before it was paid'
  UNION ALL SELECT 'revoked_before_purchase', 'it was revoked before it was paid'
  UNION ALL SELECT 'sandbox_purchases', 'a test purchase'
  UNION ALL SELECT 'unusable_purchases', 'some figure cannot use it'
) AS rules ON
  (rules.metric = 'unknown_product_purchases' AND product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')) AND is_sandbox = 0)
      OR (rules.metric = 'unknown_state_purchases' AND state_is_unknown = 1)
      OR (rules.metric = 'unknown_store_purchases' AND store_is_unknown = 1)
      OR (rules.metric = 'purchases_without_user' AND user_is_missing = 1 AND is_sandbox = 0)
      OR (rules.metric = 'unknown_revocation_kind_purchases' AND revocation_kind_is_unknown = 1)
      OR (rules.metric = 'unknown_environment_purchases' AND environment_is_unknown = 1)
      OR (rules.metric = 'purchases_from_the_future' AND is_in_future = 1 AND is_sandbox = 0)
      OR (rules.metric = 'purchases_with_placeholder_time' AND has_placeholder_time = 1 AND is_sandbox = 0)
      OR (rules.metric = 'expiry_before_purchase' AND ends_before_purchase = 1 AND is_sandbox = 0)
      OR (rules.metric = 'revoked_before_purchase' AND is_revoked_before_purchase = 1 AND is_sandbox = 0)
      OR (rules.metric = 'sandbox_purchases' AND is_sandbox = 1)
      OR (rules.metric = 'unusable_purchases' AND is_sandbox = 0 AND (state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1 OR (product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')))))
