-- Starts of the app within the recent window, and those that found a purchase unfinished.
-- reads: starts
-- labels: store
-- gauge recent_starts: App starts within the last iapwatch_recent_window_seconds; sandbox left out.
-- gauge recent_starts_with_unfinished_purchase:
--   Those of iapwatch_recent_starts that found at least one purchase not finished with its store; sandbox left out.
-- gauge recent_sandbox_starts (needs environment):
--   Starts by testers within the last iapwatch_recent_window_seconds, left out of every other figure.
-- index: starts (started_at)
SELECT
  store,
  count(*) FILTER (WHERE environment IS NULL OR environment <> 'sandbox') AS recent_starts,
  count(*) FILTER (WHERE unfinished > 0 AND (environment IS NULL OR environment <> 'sandbox'))
    AS recent_starts_with_unfinished_purchase,
  count(*) FILTER (WHERE environment = 'sandbox') AS recent_sandbox_starts
FROM starts
WHERE started_at >= :window_start AND started_at < :future_cutoff
GROUP BY store
