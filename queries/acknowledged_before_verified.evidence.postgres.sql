-- Differs where times are cut to the second: SQLite has text, Postgres timestamps.
SELECT
  'recent_acknowledged_before_verified' AS metric,
  CASE
    WHEN verified_at IS NULL THEN 'the store was told that it is delivered, and the server has not verified it'
    ELSE 'the store was told that it is delivered before the server had verified it'
  END AS rule,
  token, user_id, product_id, store, app_version, state,
  acknowledged_at AS since,
  NULL AS detail
FROM purchases
WHERE acknowledged_at >= :window_start AND acknowledged_at < :future_cutoff
  AND (verified_at IS NULL OR date_trunc('second', acknowledged_at) < date_trunc('second', verified_at))
  AND (environment IS NULL OR environment <> 'sandbox')
