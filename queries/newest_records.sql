-- The newest record of each table: the first thing that goes still when data stops arriving.
-- reads: purchases, starts?, notifications?
-- labels: table (purchases, starts, notifications), store
-- gauge newest_record_timestamp_seconds (fold max, absent when null):
--   Time of the newest record of the table: a purchase's last change, an app start, a store notification's arrival; absent
--   for a store with none; times more than five minutes ahead of iapwatch_data_timestamp_seconds are not believed.
-- index: purchases (store, updated_at)
-- index: starts (store, started_at)
-- index: notifications (store, received_at)
SELECT
  'purchases' AS "table",
  known.store,
  (
    SELECT max(updated_at) FROM purchases WHERE purchases.store = known.store AND updated_at < :future_cutoff
  ) AS newest_record_timestamp_seconds
FROM (SELECT 'google' AS store UNION ALL SELECT 'apple') AS known
UNION ALL
SELECT
  'starts',
  known.store,
  (SELECT max(started_at) FROM starts WHERE starts.store = known.store AND started_at < :future_cutoff)
FROM (SELECT 'google' AS store UNION ALL SELECT 'apple') AS known
UNION ALL
SELECT
  'notifications',
  known.store,
  (SELECT max(received_at) FROM notifications WHERE notifications.store = known.store AND received_at < :future_cutoff)
FROM (SELECT 'google' AS store UNION ALL SELECT 'apple') AS known
