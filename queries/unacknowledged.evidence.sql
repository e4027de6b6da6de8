-- Each Google purchase that nobody has acknowledged, with the hours that are left.
SELECT
  'unacknowledged_purchases' AS metric,
  CASE
    WHEN milliseconds_left <= 0 THEN 'not acknowledged, and the deadline has passed'
    WHEN milliseconds_left < 6 * 3600000 THEN 'not acknowledged, less than 6 hours left'
    WHEN milliseconds_left < 24 * 3600000 THEN 'not acknowledged, 6 to 24 hours left'
    WHEN milliseconds_left < 48 * 3600000 THEN 'not acknowledged, 24 to 48 hours left'
    ELSE 'not acknowledged, more than 48 hours left'
  END AS rule,
  token, user_id, product_id, store, app_version, state,
  purchased_at AS since,
  NULL AS detail
FROM (
  SELECT
    token, user_id, product_id, store, app_version, state, purchased_at,
    -- A deadline is a moment, so its age is not rounded to seconds: 71:59:59.9 is not lost.
    1000 * coalesce(
      (SELECT max(acknowledge_within_seconds) FROM products WHERE products.product_id = purchases.product_id),
      :acknowledge_deadline_seconds
    ) - CAST(round((julianday(:now) - julianday(purchased_at)) * 86400000) AS INTEGER) AS milliseconds_left
  FROM purchases
  WHERE acknowledged_at IS NULL AND purchased_at >= :unacknowledged_start AND purchased_at < :future_cutoff
    AND store = 'google' AND state IN ('purchased', 'active', 'grace', 'on_hold', 'paused', 'expired')
    -- The second and later charges of a subscription: GPA.1234..0, GPA.1234..1.
    AND (order_id IS NULL OR order_id NOT LIKE '%..%')
    AND (environment IS NULL OR environment <> 'sandbox')
) AS waiting
WHERE milliseconds_left > -600000
