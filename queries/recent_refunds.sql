-- Money that went back within the recent window, by event day.
-- reads: purchases
-- needs: revocation_kind
-- labels: store, kind (refund, chargeback, unacknowledged)
-- gauge recent_refunded_purchases:
--   Purchases whose money went back within the last iapwatch_recent_window_seconds, by kind: refund, chargeback,
--   or unacknowledged (the store took it back because nobody told it that the purchase was delivered); sandbox left out.
-- index: purchases (revoked_at)
-- index: purchases (updated_at) where state = 'revoked'
SELECT store, revocation_kind AS kind, count(*) AS recent_refunded_purchases
FROM purchases
WHERE revocation_kind IN ('refund', 'chargeback', 'unacknowledged')
  AND (
    (revoked_at >= :window_start AND revoked_at < :future_cutoff)
    OR (revoked_at IS NULL AND state = 'revoked' AND updated_at >= :window_start AND updated_at < :future_cutoff)
  )
  AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store, revocation_kind
