INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at) VALUES
  ('p1', 'ann', 'gold', 'google', 'pending', '2027-01-01T00:00:00Z', '2026-12-01T11:00:00Z'),
  ('p2', 'bob', 'gold', 'apple', 'pending', '2027-01-01T00:00:00Z', '2026-11-29T12:00:00Z'),
  ('p3', 'cat', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-11-30T12:00:00Z'),
  ('p4', 'dan', 'gold', 'google', 'revoked', '2027-01-01T00:00:00Z', '2026-12-02T01:00:00Z');
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('cat', 'premium', '2027-01-01T00:00:00Z');
