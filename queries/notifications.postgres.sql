-- Differs where hours are taken from a time: SQLite has strftime(), Postgres intervals.
SELECT
  known.store,
  (
    SELECT count(*) FROM notifications
    WHERE notifications.store = known.store AND received_at >= CAST(:now AS timestamptz) - interval '1 hour' AND received_at < :now
  ) AS last_hour_notifications,
  CASE
    -- By the least, which is one look into the index: for EXISTS a table full of old rows is read from its beginning.
    WHEN (SELECT min(received_at) FROM notifications WHERE notifications.store = known.store)
      < CAST(:now AS timestamptz) - interval '673 hours'
      THEN (
        SELECT sum(
          (
            SELECT count(*) FROM notifications
            WHERE notifications.store = known.store
              AND received_at >= CAST(:now AS timestamptz) - (weeks.hours + 1) * interval '1 hour'
              AND received_at < CAST(:now AS timestamptz) - weeks.hours * interval '1 hour'
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
