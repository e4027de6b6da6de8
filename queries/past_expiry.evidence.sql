-- Each active purchase that is over by its own date.
SELECT
  'active_past_expiry' AS metric,
  'active, and past its end by more than the tolerance: no renewal or expiry has arrived' AS rule,
  token, user_id, product_id, store, app_version, state,
  expires_at AS since,
  NULL AS detail
FROM purchases
WHERE state = 'active' AND expires_at < :expiry_cutoff AND (environment IS NULL OR environment <> 'sandbox')
