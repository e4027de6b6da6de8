-- The app sends p1 again; p2 is paid and granted.
UPDATE purchases SET updated_at = '2026-12-02T11:25:00Z' WHERE token = 'p1';
UPDATE purchases SET state = 'active', updated_at = '2026-12-01T13:00:00Z' WHERE token = 'p2';
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('bob', 'premium', '2027-01-01T00:00:00Z');
