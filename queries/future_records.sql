-- Records that lie in the future: the clock or the zone of the machine that wrote them is wrong.
-- reads: starts?, notifications?, access_reports?
-- needs: starts.started_at | notifications.received_at | access_reports.reported_at
-- labels: store
-- gauge starts_from_the_future (needs starts.started_at):
--   App starts more than five minutes ahead of iapwatch_data_timestamp_seconds.
-- gauge notifications_from_the_future (needs notifications.received_at):
--   Notifications of Google and Apple that arrived more than five minutes ahead of iapwatch_data_timestamp_seconds.
-- gauge access_reports_from_the_future (needs access_reports.reported_at, without labels):
--   Reports of missing access more than five minutes ahead of iapwatch_data_timestamp_seconds.
-- index: starts (started_at)
-- index: notifications (store, received_at)
-- index: access_reports (reported_at)
SELECT store, count(*) AS starts_from_the_future, 0 AS notifications_from_the_future, 0 AS access_reports_from_the_future
FROM starts
WHERE started_at >= :future_cutoff
GROUP BY store
UNION ALL
SELECT store, 0, count(*), 0
FROM notifications
WHERE store IN ('google', 'apple') AND received_at >= :future_cutoff
GROUP BY store
UNION ALL
SELECT 'google', 0, 0, count(*)
FROM access_reports
WHERE reported_at >= :future_cutoff
