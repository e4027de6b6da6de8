-- How late the stores' notifications arrive.
-- reads: notifications
-- needs: event_at
-- labels: store
-- percentiles recent_notification_lateness_seconds (of seconds, finished received, waiting in_flight):
--   Time from a store's event to the arrival of its notification, of those received within the last
--   iapwatch_recent_window_seconds; Apple's last try comes after about 6.5 days; events of more than
--   30 days before are left out; absent under 20 notifications, and
--   percentile="99" under 300.
-- index: notifications (received_at)
SELECT store, seconds, count(*) AS received, 0 AS in_flight
FROM (
  SELECT store, CASE WHEN event_at >= received_at THEN 0 ELSE unixepoch(received_at) - unixepoch(event_at) END AS seconds
  FROM notifications
  WHERE received_at >= :window_start AND received_at < :future_cutoff AND event_at >= strftime('%Y-%m-%dT%H:%M:%S', :window_start, '-720 hours')
) AS durations
GROUP BY store, seconds
