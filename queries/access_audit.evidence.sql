-- Each pair of user and feature whose access is not what was paid for, with one of its purchases.
SELECT
  rules.metric,
  rules.rule,
  purchases.token,
  access.user_id,
  purchases.product_id,
  access.store,
  purchases.app_version,
  purchases.state,
  CASE rules.metric WHEN 'paid_without_access' THEN paying_since WHEN 'revoked_still_entitled' THEN revoked_since END AS since,
  access.feature AS detail
FROM (
  SELECT
    user_id,
    feature,
    coalesce(max(paying_store), max(buying_store), 'other') AS store,
    max(paying_token) AS paying_token,
    max(buying_token) AS buying_token,
    max(is_paying) AS is_paying,
    max(paying_since) AS paying_since,
    -- Access that nothing pays for, nor did lately; what only testers bought is left out.
    CASE
      WHEN max(is_granted) = 1 AND max(is_paid) = 0 AND max(was_paid_lately) = 0
        AND (max(is_bought) = 0 OR max(is_bought_in_production) = 1) THEN 1 ELSE 0
    END AS is_unpaid,
    max(is_awaited) AS is_awaited,
    max(is_revoked) AS is_revoked,
    max(revoked_since) AS revoked_since,
    max(has_own_end) AS has_own_end,
    max(is_granted) AS is_granted,
    max(paid_until) AS paid_until,
    max(valid_until) AS valid_until
  FROM (
    SELECT
      user_id,
      feature,
      CASE WHEN is_paying = 1 THEN store END AS paying_store,
      store AS buying_store,
      CASE WHEN is_paying = 1 THEN token END AS paying_token,
      token AS buying_token,
      is_paid,
      is_paying,
      CASE WHEN is_paying = 1 THEN coalesce(verified_at, purchased_at, created_at, updated_at) END AS paying_since,
      CASE WHEN standing = 'active' AND expires_at >= :drift_cutoff THEN 1 ELSE 0 END AS was_paid_lately,
      1 AS is_bought,
      1 - is_sandbox AS is_bought_in_production,
      CASE WHEN standing IN ('pending', 'purchased') AND is_sandbox = 0 THEN 1 ELSE 0 END AS is_awaited,
      CASE WHEN standing = 'revoked' AND is_sandbox = 0 THEN 1 ELSE 0 END AS is_revoked,
      CASE WHEN standing = 'revoked' AND is_sandbox = 0 THEN coalesce(revoked_at, updated_at) END AS revoked_since,
      -- Grace has an end of its own, and a purchase without expiry has none: neither can be compared.
      CASE WHEN standing IN ('grace', 'kept') OR (standing = 'active' AND expires_at IS NULL) THEN 1 ELSE 0 END AS has_own_end,
      0 AS is_granted,
      CASE WHEN standing = 'active' THEN expires_at END AS paid_until,
      NULL AS valid_until
    FROM (
      SELECT
        user_id,
        feature,
        token,
        store,
        standing,
        expires_at,
        verified_at,
        purchased_at,
        created_at,
        updated_at,
        revoked_at,
        is_sandbox,
        is_paid,
        -- What another purchase took the place of, perhaps in another account, need not give access any more.
        CASE WHEN is_paid = 1 AND is_sandbox = 0 AND standing <> 'kept' AND (replaced_by IS NULL OR replaced_by = '') THEN 1 ELSE 0 END
          AS is_paying
      FROM (
        SELECT
          user_id,
          feature,
          token,
          store,
          standing,
          expires_at,
          verified_at,
          purchased_at,
          created_at,
          updated_at,
          revoked_at,
          replaced_by,
          is_sandbox,
          CASE
            WHEN standing IN ('grace', 'kept') OR (standing = 'active' AND (expires_at IS NULL OR expires_at >= :now)) THEN 1 ELSE 0
          END AS is_paid
        FROM (
          SELECT
            purchases.user_id,
            products.feature,
            purchases.token,
            purchases.store,
            purchases.expires_at,
            purchases.verified_at,
            purchases.purchased_at,
            purchases.created_at,
            purchases.updated_at,
            purchases.revoked_at,
            purchases.replaced_by,
            CASE WHEN environment = 'sandbox' THEN 1 ELSE 0 END AS is_sandbox,
            CASE
              -- Money that went back after this charge was taken; an older refund was of an earlier charge.
              WHEN revoked_at IS NOT NULL AND state IN ('active', 'grace')
                AND revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
                AND NOT (:refund_keeps_access = 1 AND revocation_kind = 'refund')
                AND (purchased_at IS NULL OR substr(revoked_at, 1, 19) >= substr(purchased_at, 1, 19)) THEN 'refunded'
              WHEN state = 'revoked' AND :refund_keeps_access = 1 AND coalesce(revocation_kind, 'unknown') IN ('refund', 'unknown')
                THEN 'kept'
              ELSE state
            END AS standing
          FROM purchases
          JOIN products ON products.product_id = purchases.product_id
          WHERE purchases.user_id IS NOT NULL
            AND purchases.user_id NOT IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000')
            AND products.feature IS NOT NULL AND products.feature <> ''
        ) AS bought
      ) AS judged
    ) AS paid
    UNION ALL
    SELECT
      user_id,
      feature,
      NULL,
      NULL,
      NULL,
      NULL,
      0,
      0,
      NULL,
      0,
      0,
      0,
      0,
      0,
      NULL,
      0,
      CASE WHEN valid_until IS NULL OR valid_until >= :now THEN 1 ELSE 0 END,
      NULL,
      valid_until
    FROM entitlements
  ) AS facts
  GROUP BY user_id, feature
) AS access
JOIN (
  SELECT 'paid_without_access' AS metric, 'paid now, and no entitlement grants it' AS rule
  UNION ALL SELECT 'access_without_payment', 'granted now, and no purchase pays for it'
  UNION ALL SELECT 'granted_too_early', 'granted now, with nothing behind it but a purchase that is pending or not verified'
  UNION ALL SELECT 'revoked_still_entitled', 'granted now, with nothing behind it but a purchase that was revoked'
  UNION ALL SELECT 'entitlement_drift', 'its entitlement does not end with its purchases'
) AS rules ON
  (rules.metric = 'paid_without_access' AND is_paying = 1 AND is_granted = 0)
  OR (rules.metric = 'access_without_payment' AND is_unpaid = 1 AND is_awaited = 0 AND is_revoked = 0)
  OR (rules.metric = 'granted_too_early' AND is_unpaid = 1 AND is_awaited = 1)
  OR (rules.metric = 'revoked_still_entitled' AND is_unpaid = 1 AND is_awaited = 0 AND is_revoked = 1)
  OR (rules.metric = 'entitlement_drift' AND is_granted = 1 AND is_paying = 1 AND has_own_end = 0 AND abs(unixepoch(valid_until) - unixepoch(paid_until)) > :drift_tolerance_seconds)
LEFT JOIN purchases ON purchases.token = coalesce(paying_token, buying_token)
