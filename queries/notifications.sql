-- Store notifications of the last hour, beside what is usual at this hour of this weekday.
-- reads: notifications
-- labels: store
-- gauge last_hour_notifications: Store notifications received within the last hour.
-- gauge usual_hour_notifications (absent when null):
--   Average number of store notifications in the same hour of the same weekday of the last four weeks: what
--   iapwatch_last_hour_notifications would usually be; absent while there are no four weeks of them.
-- gauge unprocessed_notifications (needs processed_at):
--   Store notifications received within the last iapwatch_recent_window_seconds and not processed yet.
-- index: notifications (store, received_at)
SELECT
  known.store,
  (
    SELECT count(*) FROM notifications
    WHERE notifications.store = known.store AND received_at >= strftime('%Y-%m-%dT%H:%M:%S', :now, '-1 hours') AND received_at < :now
  ) AS last_hour_notifications,
  CASE
    WHEN EXISTS (
      SELECT 1 FROM notifications
      WHERE notifications.store = known.store AND received_at < strftime('%Y-%m-%dT%H:%M:%S', :now, '-673 hours')
    )
      THEN (
        SELECT sum(
          (
            SELECT count(*) FROM notifications
            WHERE notifications.store = known.store
              AND received_at >= strftime('%Y-%m-%dT%H:%M:%S', :now, '-' || (weeks.hours + 1) || ' hours')
              AND received_at < strftime('%Y-%m-%dT%H:%M:%S', :now, '-' || weeks.hours || ' hours')
          )
        ) / 4.0
        FROM (SELECT 168 AS hours UNION ALL SELECT 336 UNION ALL SELECT 504 UNION ALL SELECT 672) AS weeks
      )
  END AS usual_hour_notifications,
  (
    SELECT count(*) FROM notifications
    WHERE notifications.store = known.store AND received_at >= :window_start AND received_at < :now AND processed_at IS NULL
  ) AS unprocessed_notifications
FROM (SELECT 'google' AS store UNION ALL SELECT 'apple') AS known
