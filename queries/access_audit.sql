-- What users paid for against what they can use, by user and feature, in one pass over both tables.
-- reads: purchases, products, entitlements
-- every: hour
-- labels: store
-- gauge paid_features:
--   Pairs of user and feature that a purchase pays for now, each counted once however many purchases there are: active
--   and not past its end, or in grace, and not replaced; sandbox left out.
-- gauge paid_without_access:
--   Those of iapwatch_paid_features that no entitlement grants; sandbox left out.
-- gauge oldest_paid_without_access_timestamp_seconds (fold min, absent when null):
--   When the purchase that is without access for the longest was verified, else paid, created or changed, as far as the
--   table tells; absent when there is none.
-- gauge access_without_payment:
--   Pairs of user and feature that an entitlement grants now and no purchase pays for, nor did within the last
--   iapwatch_check_threshold_seconds{check="drift"}, without those in iapwatch_granted_too_early and
--   iapwatch_revoked_still_entitled; what was refunded and is still active pays for nothing; store="other" when no
--   purchase of the feature is known at all; sandbox left out.
-- gauge granted_too_early:
--   Pairs of user and feature that an entitlement grants now with nothing behind it but a purchase that is pending or not
--   verified; not counted in iapwatch_access_without_payment; sandbox left out.
-- gauge revoked_still_entitled:
--   Pairs of user and feature that an entitlement grants now with nothing behind it but a purchase that was revoked; not
--   counted in iapwatch_access_without_payment; refunds left out where policy.refund_keeps_access is set; sandbox left out.
-- gauge oldest_revoked_still_entitled_timestamp_seconds (fold min, absent when null):
--   When the purchase was revoked that still gives access for the longest, or its row last changed; absent when there is
--   none.
-- gauge entitlement_drift:
--   Pairs of user and feature, paid for and granted, whose entitlement ends earlier or later than the purchases that give
--   it by more than iapwatch_check_threshold_seconds{check="drift"}; sandbox left out.
SELECT
  store,
  count(*) FILTER (WHERE is_paying = 1) AS paid_features,
  count(*) FILTER (WHERE is_paying = 1 AND is_granted = 0) AS paid_without_access,
  min(CASE WHEN is_paying = 1 AND is_granted = 0 THEN paying_since END) AS oldest_paid_without_access_timestamp_seconds,
  count(*) FILTER (WHERE is_unpaid = 1 AND is_awaited = 0 AND is_revoked = 0) AS access_without_payment,
  count(*) FILTER (WHERE is_unpaid = 1 AND is_awaited = 1) AS granted_too_early,
  count(*) FILTER (WHERE is_unpaid = 1 AND is_awaited = 0 AND is_revoked = 1) AS revoked_still_entitled,
  min(CASE WHEN is_unpaid = 1 AND is_awaited = 0 AND is_revoked = 1 THEN revoked_since END)
    AS oldest_revoked_still_entitled_timestamp_seconds,
  count(*) FILTER (
    WHERE is_granted = 1 AND is_paying = 1 AND has_own_end = 0
      AND abs(unixepoch(valid_until) - unixepoch(paid_until)) > :drift_tolerance_seconds
  ) AS entitlement_drift
FROM (
  SELECT
    coalesce(max(paying_store), max(buying_store), 'other') AS store,
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
GROUP BY store
