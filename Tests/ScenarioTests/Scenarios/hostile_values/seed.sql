INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('Gold', 'premium'), ('caf' || 'é', 'coffee');
INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, created_at, purchased_at, verified_at, revocation_kind, environment) VALUES
  ('h1', 'quote"user', 'gold', NULL, 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  ('h2', 'x', 'gold', 'goo"gle', 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  ('h3', 'x', 'gold', 'google\n', 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  ('h4', 'x', 'gold', 'Google', 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  ('=h5', '<script>alert(1)</script>', 'gold', 'google', 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  ('h6''; DROP TABLE purchases; --', 'x', 'gold', 'google', 'pending', NULL, '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL, NULL, NULL),
  -- The letter and the letter with a combining accent are two products, one of them unknown.
  ('h7', 'y', 'caf' || 'é', 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL),
  ('h8', 'y', 'cafe' || '́', 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL),
  ('h9', 'y', 'GOLD', 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL),
  ('h10', 'z', NULL, 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', NULL, 'PRODUCTION'),
  ('h11', 'z', 'gold', 'google', NULL, '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', NULL, NULL),
  ('h12', 'z', 'gold', 'google', 'revoked', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', 'kind"} 1', NULL);
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('y', 'coffee', '2099-01-01T00:00:00Z');
