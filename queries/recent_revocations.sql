-- Access that was taken away within the recent window, by event day.
-- reads: purchases
-- labels: store, kind (refund, chargeback, unacknowledged, family, upgrade, other, unknown)
-- gauge recent_revoked_purchases:
--   Purchases revoked within the last iapwatch_recent_window_seconds, by kind; family and upgrade are no refunds, and
--   unknown is what the table does not say; without a column revoked_at the time is that of the row's last change;
--   sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT store, coalesce(revocation_kind, 'unknown') AS kind, count(*) AS recent_revoked_purchases
FROM purchases
WHERE state = 'revoked'
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (revoked_at IS NULL AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, coalesce(revocation_kind, 'unknown')
