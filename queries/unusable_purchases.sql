-- Rows that other figures cannot use, or leave out: nothing is dropped without being counted here.
-- reads: purchases, products
-- every: hour
-- labels: store
-- gauge unknown_product_purchases:
--   Purchases not yet over (neither expired, revoked nor lapsed) whose product is not in the table products, or has no
--   feature there: they can give no access; sandbox left out.
-- gauge unknown_state_purchases:
--   Purchases in a state that iapwatch does not know, or in none: they are in no figure that asks for a state.
-- gauge unknown_store_purchases (without labels):
--   Purchases whose store is neither google nor apple, or missing: other figures count them as store="other".
-- gauge purchases_without_user:
--   Purchases with no user, or one that stands for none (empty, 0, null, invalid, the zero UUID): the access figures cannot
--   use them; sandbox left out.
-- gauge unknown_revocation_kind_purchases (needs revocation_kind):
--   Purchases with a kind of revocation that iapwatch does not know: they are in no count of refunds.
-- gauge unknown_environment_purchases (needs environment):
--   Purchases whose environment is neither production nor sandbox, or missing: they count as real ones.
-- gauge purchases_from_the_future:
--   Purchases with a time other than their end that is more than five minutes ahead of iapwatch_data_timestamp_seconds;
--   sandbox left out.
-- gauge purchases_with_placeholder_time:
--   Purchases with a time before 2008, when there was no store: most likely a 1970-01-01 that stands for none and is not in
--   nulls; sandbox left out.
-- gauge expiry_before_purchase (needs purchased_at):
--   Purchases that end in an earlier second than they were paid; sandbox left out.
-- gauge revoked_before_purchase (needs purchased_at + revoked_at):
--   Purchases in state revoked that were revoked in an earlier second than they were paid; sandbox left out.
-- gauge sandbox_purchases (needs environment): Test purchases, left out of the other figures.
-- gauge unusable_purchases:
--   Purchases with an unknown state, store or product, or without user, each counted once: some figure cannot use them;
--   sandbox left out.
-- gauge purchase_rows (without labels): Rows of purchases that were read, whatever is in them.
SELECT
  store,
  count(*) FILTER (
    WHERE product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')) AND is_sandbox = 0
  ) AS unknown_product_purchases,
  count(*) FILTER (WHERE state_is_unknown = 1) AS unknown_state_purchases,
  count(*) FILTER (WHERE store_is_unknown = 1) AS unknown_store_purchases,
  count(*) FILTER (WHERE user_is_missing = 1 AND is_sandbox = 0) AS purchases_without_user,
  count(*) FILTER (WHERE revocation_kind_is_unknown = 1) AS unknown_revocation_kind_purchases,
  count(*) FILTER (WHERE environment_is_unknown = 1) AS unknown_environment_purchases,
  count(*) FILTER (WHERE is_in_future = 1 AND is_sandbox = 0) AS purchases_from_the_future,
  count(*) FILTER (WHERE has_placeholder_time = 1 AND is_sandbox = 0) AS purchases_with_placeholder_time,
  count(*) FILTER (WHERE ends_before_purchase = 1 AND is_sandbox = 0) AS expiry_before_purchase,
  count(*) FILTER (WHERE is_revoked_before_purchase = 1 AND is_sandbox = 0) AS revoked_before_purchase,
  count(*) FILTER (WHERE is_sandbox = 1) AS sandbox_purchases,
  count(*) FILTER (
    WHERE is_sandbox = 0 AND (
      state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1
      OR (product_is_unknown = 1 AND (state IS NULL OR state NOT IN ('expired', 'revoked', 'lapsed')))
    )
  ) AS unusable_purchases,
  0 AS purchase_rows
FROM (
  SELECT
    -- An expression, so that no index tempts SQLite to read the whole table in the order of its stores.
    coalesce(store, 'other') AS store,
    state,
    CASE WHEN environment = 'sandbox' THEN 1 ELSE 0 END AS is_sandbox,
    CASE
      WHEN product_id IN (SELECT products.product_id FROM products WHERE feature IS NOT NULL AND feature <> '') THEN 0 ELSE 1
    END AS product_is_unknown,
    CASE
      WHEN state IN (
        'pending', 'purchased', 'active', 'grace', 'on_hold', 'paused', 'expired', 'revoked', 'lapsed'
      ) THEN 0 ELSE 1
    END AS state_is_unknown,
    CASE WHEN store IN ('google', 'apple') THEN 0 ELSE 1 END AS store_is_unknown,
    CASE
      WHEN user_id IS NULL OR user_id IN ('', '0', 'null', 'invalid', '00000000-0000-0000-0000-000000000000') THEN 1 ELSE 0
    END AS user_is_missing,
    CASE
      WHEN revocation_kind NOT IN (
        'refund', 'chargeback', 'unacknowledged', 'family', 'upgrade', 'other', 'unknown'
      ) THEN 1 ELSE 0
    END AS revocation_kind_is_unknown,
    CASE WHEN :has_environment = 0 OR environment IN ('production', 'sandbox') THEN 0 ELSE 1 END AS environment_is_unknown,
    CASE
      WHEN updated_at >= :future_cutoff
        OR created_at >= :future_cutoff
        OR pending_since >= :future_cutoff
        OR purchased_at >= :future_cutoff
        OR verified_at >= :future_cutoff
        OR granted_at >= :future_cutoff
        OR acknowledged_at >= :future_cutoff
        OR revoked_at >= :future_cutoff THEN 1 ELSE 0
    END AS is_in_future,
    -- Apple's store opened in July 2008, Google's in October. As text, +00 sorts before every time in its second.
    CASE
      WHEN expires_at < '2008-01-01T00:00:00+00'
        OR updated_at < '2008-01-01T00:00:00+00'
        OR created_at < '2008-01-01T00:00:00+00'
        OR pending_since < '2008-01-01T00:00:00+00'
        OR purchased_at < '2008-01-01T00:00:00+00'
        OR verified_at < '2008-01-01T00:00:00+00'
        OR granted_at < '2008-01-01T00:00:00+00'
        OR acknowledged_at < '2008-01-01T00:00:00+00'
        OR revoked_at < '2008-01-01T00:00:00+00' THEN 1 ELSE 0
    END AS has_placeholder_time,
    CASE WHEN substr(expires_at, 1, 19) < substr(purchased_at, 1, 19) THEN 1 ELSE 0 END AS ends_before_purchase,
    -- A purchase that is not revoked may have been renewed after an old refund.
    CASE WHEN state = 'revoked' AND substr(revoked_at, 1, 19) < substr(purchased_at, 1, 19) THEN 1 ELSE 0 END
      AS is_revoked_before_purchase
  FROM purchases
) AS judged
-- Few rows are unusable, so only few have to be grouped.
WHERE product_is_unknown = 1 OR state_is_unknown = 1 OR store_is_unknown = 1 OR user_is_missing = 1 OR is_sandbox = 1
  OR revocation_kind_is_unknown = 1 OR environment_is_unknown = 1 OR is_in_future = 1 OR has_placeholder_time = 1
  OR ends_before_purchase = 1 OR is_revoked_before_purchase = 1
GROUP BY store
UNION ALL
SELECT 'google', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*)
FROM purchases
