-- Starts of the app within the recent window, and those that found a purchase unfinished, by app version.
-- reads: starts
-- needs: app_version
-- labels: store, app_version (top)
-- gauge recent_starts_by_version:
--   App starts within the last iapwatch_recent_window_seconds, by app version; a row that stands for several counts as many;
--   sandbox left out.
-- gauge recent_starts_with_unfinished_purchase_by_version:
--   Those of iapwatch_recent_starts_by_version that found at least one purchase not finished with its store; sandbox left out.
-- index: starts (started_at)
SELECT
  store,
  app_version,
  sum(weight) AS recent_starts_by_version,
  coalesce(sum(weight) FILTER (WHERE unfinished > 0), 0) AS recent_starts_with_unfinished_purchase_by_version
FROM (
  SELECT
    store,
    app_version,
    unfinished,
    CASE WHEN weight IS NULL THEN 1 WHEN weight > 0 THEN weight ELSE 0 END AS weight
  FROM starts
  WHERE started_at >= :window_start AND started_at < :future_cutoff AND (environment IS NULL OR environment <> 'sandbox')
) AS recent
GROUP BY store, app_version
