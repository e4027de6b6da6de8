-- What users paid for against what they can use, by user and feature, in one pass over both tables.
-- reads: purchases, products, entitlements
-- every: hour
-- labels: store
-- gauge paid_without_access:
--   Pairs of user and feature that a purchase pays for now and no entitlement grants; sandbox left out.
-- gauge access_without_payment:
--   Pairs of user and feature that an entitlement grants now and no purchase pays for, nor did within the last
--   iapwatch_check_threshold_seconds{check="drift"}; store="other" when no purchase of the feature is known at all;
--   sandbox left out.
-- gauge entitlement_drift:
--   Pairs of user and feature, paid for and granted, whose entitlement ends earlier or later than the purchases that give
--   it by more than iapwatch_check_threshold_seconds{check="drift"}; sandbox left out.
SELECT
  store,
  count(*) FILTER (WHERE is_paid_in_production = 1 AND is_granted = 0) AS paid_without_access,
  count(*) FILTER (
    WHERE is_granted = 1 AND is_paid = 0 AND was_paid_lately = 0 AND (is_bought = 0 OR is_bought_in_production = 1)
  ) AS access_without_payment,
  count(*) FILTER (
    WHERE is_granted = 1 AND is_paid_in_production = 1 AND has_own_end = 0
      AND abs(unixepoch(valid_until) - unixepoch(paid_until)) > :drift_tolerance_seconds
  ) AS entitlement_drift
FROM (
  SELECT
    coalesce(max(paying_store), max(buying_store), 'other') AS store,
    max(is_paid) AS is_paid,
    max(is_paid_in_production) AS is_paid_in_production,
    max(was_paid_lately) AS was_paid_lately,
    max(is_bought) AS is_bought,
    max(is_bought_in_production) AS is_bought_in_production,
    max(has_own_end) AS has_own_end,
    max(is_granted) AS is_granted,
    max(paid_until) AS paid_until,
    max(valid_until) AS valid_until
  FROM (
    SELECT
      user_id,
      feature,
      CASE WHEN is_paid = 1 AND is_sandbox = 0 THEN store END AS paying_store,
      store AS buying_store,
      is_paid,
      CASE WHEN is_paid = 1 AND is_sandbox = 0 THEN 1 ELSE 0 END AS is_paid_in_production,
      CASE WHEN state = 'active' AND expires_at >= :drift_cutoff THEN 1 ELSE 0 END AS was_paid_lately,
      1 AS is_bought,
      1 - is_sandbox AS is_bought_in_production,
      -- Grace has an end of its own, and a purchase without expiry has none: neither can be compared.
      CASE WHEN state = 'grace' OR (state = 'active' AND expires_at IS NULL) THEN 1 ELSE 0 END AS has_own_end,
      0 AS is_granted,
      CASE WHEN state = 'active' THEN expires_at END AS paid_until,
      NULL AS valid_until
    FROM (
      SELECT
        purchases.user_id,
        products.feature,
        purchases.store,
        purchases.state,
        purchases.expires_at,
        CASE
          WHEN state = 'grace' OR (state = 'active' AND (expires_at IS NULL OR expires_at >= :now)) THEN 1 ELSE 0
        END AS is_paid,
        CASE WHEN environment = 'sandbox' THEN 1 ELSE 0 END AS is_sandbox
      FROM purchases
      JOIN products ON products.product_id = purchases.product_id
      WHERE purchases.user_id IS NOT NULL AND purchases.user_id <> '' AND products.feature IS NOT NULL AND products.feature <> ''
    ) AS bought
    UNION ALL
    SELECT
      user_id,
      feature,
      NULL,
      NULL,
      0,
      0,
      0,
      0,
      0,
      0,
      CASE WHEN valid_until IS NULL OR valid_until >= :now THEN 1 ELSE 0 END,
      NULL,
      valid_until
    FROM entitlements
  ) AS facts
  GROUP BY user_id, feature
) AS access
GROUP BY store
