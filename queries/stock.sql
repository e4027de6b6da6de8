-- How many purchases are in each state that a customer can be in now; expired and revoked ones only grow, and are left out.
-- reads: purchases
-- every: hour
-- labels: store
-- gauge active_purchases:
--   Purchases in state active, as the table says, past their end or not; sandbox left out. iapwatch_paid_features counts
--   each customer and feature once.
-- gauge grace_purchases (needs state=grace):
--   Purchases whose renewal failed and that still give access; sandbox left out.
-- gauge on_hold_purchases (needs state=on_hold):
--   Purchases whose renewal failed and that give no access until it is paid; sandbox left out.
-- gauge paused_purchases (needs state=paused): Purchases that their customer paused; sandbox left out.
-- gauge lapsed_purchases (needs state=lapsed):
--   Pending purchases that were cancelled or declined, for as long as their rows are kept; no refunds; sandbox left out.
SELECT
  store,
  count(*) FILTER (WHERE state = 'active') AS active_purchases,
  count(*) FILTER (WHERE state = 'grace') AS grace_purchases,
  count(*) FILTER (WHERE state = 'on_hold') AS on_hold_purchases,
  count(*) FILTER (WHERE state = 'paused') AS paused_purchases,
  count(*) FILTER (WHERE state = 'lapsed') AS lapsed_purchases
FROM purchases
WHERE state IN ('active', 'grace', 'on_hold', 'paused', 'lapsed') AND (environment IS NULL OR environment <> 'sandbox')
GROUP BY store
