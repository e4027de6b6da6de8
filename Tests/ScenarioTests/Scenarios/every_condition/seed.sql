INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('noads', 'no_ads'), ('empty', NULL);

-- Pending: exactly a day is not overdue, a second more is. pending_since wins over created_at.
INSERT INTO purchases (token, user_id, product_id, store, state, updated_at, created_at, pending_since) VALUES
  ('p1', 'u1', 'gold', 'google', 'pending', '2026-12-01T11:59:00Z', '2026-11-30T12:00:00Z', NULL),
  ('p2', 'u2', 'gold', 'google', 'pending', '2026-12-01T11:59:00Z', '2026-11-30T11:59:59Z', NULL),
  ('p3', 'u3', 'gold', 'apple', 'pending', '2026-12-01T11:59:00Z', '2026-11-01T00:00:00Z', '2026-12-01T09:00:00Z'),
  -- Neither time is known: since the last change, at least.
  ('p4', 'u4', 'gold', 'apple', 'pending', '2026-11-28T12:00:00Z', NULL, NULL);

-- Unverified: state purchased at the edge of an hour, and served before it was verified, 90 days ago: no upper age.
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, created_at, purchased_at, verified_at) VALUES
  ('v1', 'u5', 'noads', 'google', 'purchased', '2099-01-01T00:00:00Z', '2026-12-01T11:59:00Z', '2026-12-01T10:59:00Z', '2026-12-01T11:00:00Z', NULL),
  ('v2', 'u6', 'noads', 'google', 'purchased', '2099-01-01T00:00:00Z', '2026-12-01T11:59:00Z', '2026-12-01T10:59:00Z', '2026-12-01T10:59:59Z', NULL),
  ('v3', 'u7', 'noads', 'apple', 'active', '2099-01-01T00:00:00Z', '2026-09-02T12:00:00Z', '2026-09-02T11:59:00Z', '2026-09-02T12:00:00Z', NULL);
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('u7', 'no_ads', '2099-01-01T00:00:00Z');

-- The window: exactly a day ago is inside, a second more is not; the future is believed for less than five minutes.
INSERT INTO purchases (token, user_id, product_id, store, state, updated_at, purchased_at, verified_at) VALUES
  ('w1', 'u8', 'gold', 'google', 'expired', '2026-12-01T10:00:00Z', '2026-11-30T12:00:00Z', '2026-11-30T12:00:01Z'),
  ('w2', 'u8', 'gold', 'google', 'expired', '2026-12-01T10:00:00Z', '2026-11-30T11:59:59Z', '2026-11-30T12:00:01Z'),
  ('w3', 'u8', 'gold', 'apple', 'expired', '2026-12-01T10:00:00Z', '2026-12-01T12:04:59Z', '2026-12-01T12:04:59Z'),
  ('w4', 'u8', 'gold', 'apple', 'expired', '2030-01-01T00:00:00Z', '2026-12-01T12:05:00Z', '2026-12-01T12:05:00Z'),
  ('w5', 'u8', 'gold', 'apple', 'lapsed', '2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z', NULL);

-- Refunds and revocations. w6 is refunded on purpose and keeps its access; the last one has no time of its own.
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, verified_at, revoked_at, revocation_kind) VALUES
  ('r1', 'u9', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', '2026-12-01T08:00:00Z', 'unacknowledged'),
  ('r2', 'u10', 'gold', 'apple', 'revoked', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', '2026-12-01T08:00:00Z', 'family'),
  ('r3', 'u11', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', '2026-11-20T08:00:00Z', 'refund'),
  ('r4', 'u12', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', NULL, NULL),
  ('r5', 'u13', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', '2026-12-01T08:00:00Z', 'goodwill'),
  ('w6', 'u14', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:01Z', '2026-12-01T08:00:00Z', 'refund');
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('u14', 'premium', '2027-01-01T00:00:00Z');

-- Access. Two purchases for one feature: the later end counts. Grace with an end in the past is still paid. A purchase that
-- ended 30 minutes ago waits for its renewal: quiet. Drift of exactly an hour is tolerated, a second more is not.
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, verified_at, environment) VALUES
  ('a1', 'paid', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a2', 'paid', 'gold', 'apple', 'active', '2099-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a3', 'robbed', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a4', 'late', 'gold', 'google', 'grace', '2026-11-30T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a5', 'renews', 'gold', 'google', 'active', '2026-12-01T11:30:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a6', 'exact', 'gold', 'google', 'active', '2027-01-01T01:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a7', 'drifts', 'gold', 'google', 'active', '2027-01-01T01:00:01Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production'),
  ('a8', 'tester', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'sandbox'),
  ('a9', 'tester2', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'sandbox'),
  ('a10', 'forever', 'noads', 'apple', 'active', NULL, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:01Z', 'production');
INSERT INTO entitlements (user_id, feature, valid_until) VALUES
  ('paid', 'premium', '2099-01-01T00:00:00Z'),
  ('late', 'premium', '2026-12-05T00:00:00Z'),
  ('renews', 'premium', '2026-12-01T12:30:00Z'),
  ('exact', 'premium', '2027-01-01T00:00:00Z'),
  ('drifts', 'premium', '2027-01-01T00:00:00Z'),
  ('tester2', 'premium', '2027-01-01T00:00:00Z'),
  ('forever', 'no_ads', '2099-01-01T00:00:00Z'),
  ('friend', 'premium', '2027-01-01T00:00:00Z'),
  ('was', 'premium', '2026-11-30T00:00:00Z');

-- Rows that nothing else can use.
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at) VALUES
  ('x1', 'u15', 'silver', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('x2', 'u16', 'empty', 'apple', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('x3', 'u17', 'silver', 'google', 'expired', '2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('x4', 'u18', 'gold', 'apple', 'GRACE', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('x5', NULL, 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('x6', 'u19', 'gold', 'amazon', 'expired', '2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z');

INSERT INTO starts (start_id, user_id, store, app_version, started_at, unfinished, environment) VALUES
  ('s1', 'u1', 'google', '5.9', '2026-12-01T11:00:00Z', 0, 'production'),
  ('s2', 'u1', 'google', '5.9', '2026-12-01T11:00:00Z', 3, NULL),
  ('s3', 'u1', 'google', '5.10', '2026-11-30T12:00:00Z', 1, 'production'),
  ('s4', 'u1', 'google', '5.10', '2026-11-30T11:59:59Z', 1, 'production'),
  ('s5', 'u1', 'apple', '5.10', '2026-12-01T11:00:00Z', 150, 'sandbox'),
  ('s6', 'u1', 'apple', '5.10', '2027-12-01T11:00:00Z', 1, 'production');
INSERT INTO notifications (notification_id, store, received_at) VALUES
  ('n1', 'google', '2026-12-01T11:58:30.250Z'), ('n2', 'google', '2026-12-01T11:00:00Z'), ('n3', 'google', '2027-01-01T00:00:00Z');
