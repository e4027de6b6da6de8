-- Access that was taken away within the recent window, by event day.
-- reads: purchases
-- labels: store, kind (refund, chargeback, unacknowledged, family, upgrade, other, unknown)
-- gauge recent_revoked_purchases:
--   Purchases revoked within the last iapwatch_recent_window_seconds, by kind; family and upgrade are no refunds, and
--   unknown is what the table does not say; without a column revoked_at the time is that of the row's last change;
--   sandbox left out.
-- gauge recent_revoked_subscriptions (needs subscription_id):
--   Different subscriptions among iapwatch_recent_revoked_purchases, a chain of renewals being one; sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT
  store,
  kind,
  count(*) AS recent_revoked_purchases,
  count(DISTINCT subscription_id) FILTER (WHERE subscription_id <> '') AS recent_revoked_subscriptions
FROM (
  SELECT
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    CASE
      WHEN revocation_kind IS NULL THEN 'unknown'
      WHEN revocation_kind IN ('refund', 'chargeback', 'unacknowledged', 'family', 'upgrade', 'unknown') THEN revocation_kind
      ELSE 'other'
    END AS kind,
    subscription_id
  FROM (
    -- Two branches and no OR: SQLite would walk through everything that was ever revoked.
    SELECT store, revocation_kind, subscription_id, environment
    FROM purchases
    WHERE state = 'revoked' AND revoked_at >= :window_start AND revoked_at < :future_cutoff
    UNION ALL
    SELECT store, revocation_kind, subscription_id, environment
    FROM purchases
    WHERE state = 'revoked' AND CASE WHEN revoked_at IS NULL THEN 1 END = 1
      AND updated_at >= :window_start AND updated_at < :future_cutoff
  ) AS revoked
  WHERE environment IS NULL OR environment <> 'sandbox'
) AS recent
GROUP BY store, kind
