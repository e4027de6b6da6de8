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
  CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
  CASE
    WHEN revocation_kind IS NULL THEN 'unknown'
    WHEN revocation_kind IN ('refund', 'chargeback', 'unacknowledged', 'family', 'upgrade', 'unknown') THEN revocation_kind
    ELSE 'other'
  END AS kind,
  count(*) AS recent_revoked_purchases,
  count(DISTINCT subscription_id) FILTER (WHERE subscription_id <> '') AS recent_revoked_subscriptions
FROM purchases
WHERE state = 'revoked'
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (revoked_at IS NULL AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY 1, 2
