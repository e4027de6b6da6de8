-- Starts of the app within the recent window, and those that found a purchase unfinished.
-- reads: starts
-- labels: store
-- gauge recent_starts:
--   App starts within the last iapwatch_recent_window_seconds; a row that stands for several counts as many; sandbox left out.
-- gauge recent_starts_with_unfinished_purchase:
--   Those of iapwatch_recent_starts that found at least one purchase not finished with its store; sandbox left out.
-- gauge recent_users_with_start (needs user_id):
--   Users who started the app within the last iapwatch_recent_window_seconds, each once; starts without a user and sandbox left
--   out.
-- gauge recent_users_with_unfinished_purchase (needs user_id):
--   Those of iapwatch_recent_users_with_start who found at least one purchase not finished with its store, at any of their
--   starts; sandbox left out.
-- gauge recent_sandbox_starts (needs environment):
--   Starts by testers within the last iapwatch_recent_window_seconds, left out of every other figure.
-- index: starts (started_at)
SELECT
  store,
  coalesce(sum(weight) FILTER (WHERE is_sandbox = 0), 0) AS recent_starts,
  coalesce(sum(weight) FILTER (WHERE is_sandbox = 0 AND unfinished > 0), 0) AS recent_starts_with_unfinished_purchase,
  count(DISTINCT user_id) FILTER (WHERE is_sandbox = 0 AND user_id <> '') AS recent_users_with_start,
  count(DISTINCT user_id) FILTER (WHERE is_sandbox = 0 AND user_id <> '' AND unfinished > 0)
    AS recent_users_with_unfinished_purchase,
  coalesce(sum(weight) FILTER (WHERE is_sandbox = 1), 0) AS recent_sandbox_starts
FROM (
  SELECT
    -- A user of two unknown stores is one user of other.
    CASE WHEN store IN ('google', 'apple') THEN store ELSE 'other' END AS store,
    user_id,
    unfinished,
    CASE WHEN weight IS NULL THEN 1 WHEN weight > 0 THEN weight ELSE 0 END AS weight,
    CASE WHEN environment = 'sandbox' THEN 1 ELSE 0 END AS is_sandbox
  FROM starts
  WHERE started_at >= :window_start AND started_at < :future_cutoff
) AS recent
GROUP BY store
