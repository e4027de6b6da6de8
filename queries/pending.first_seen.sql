-- Each pending purchase, for the job's own ledger: updated_at starts again whenever the app sends the purchase again.
SELECT store, token, updated_at AS since
FROM purchases
WHERE state = 'pending' AND (environment IS NULL OR environment <> 'sandbox')
