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
-- Versions and products become labels: each row below is counted in a series of its own, or in other or unknown.
INSERT INTO purchases (token, user_id, product_id, store, state, updated_at, purchased_at, verified_at, app_version)
SELECT 'v' || n, 'v', product, 'google', 'expired', '2026-12-01T11:00:00Z', '2026-12-01T11:00:00Z', '2026-12-01T11:00:00Z', version
FROM (
  SELECT 1 AS n, 'caf' || 'é' AS product, '5.10' AS version UNION ALL SELECT 2, 'cafe' || '́', '5.9' UNION ALL
  SELECT 3, '<script>alert(1)</script>', '5.10-beta.2' UNION ALL SELECT 4, '=HYPERLINK("x")', '5.10 (1234)' UNION ALL
  SELECT 5, 'line
break', 'v5.10' UNION ALL SELECT 6, 'back\slash', '5.10"' UNION ALL
  SELECT 7, 'GOLD', 'tab	ulator' UNION ALL SELECT 8, 'gold', '' UNION ALL SELECT 9, NULL, NULL UNION ALL
  SELECT 10, 'other', 'other' UNION ALL SELECT 11, 'unknown', 'unknown' UNION ALL
  SELECT 12, replace('xxxxxxxxxxxxxxxxxxxx', 'x', 'sixteen letters.'), replace('9999999999', '9', '999999999999') UNION ALL
  SELECT 13, replace('xxxxxxxxxxxxxxxxxxxx', 'x', 'sixteen letters.') || '!', '=cmd'
) AS hostile;
INSERT INTO entitlements (user_id, feature, valid_until) VALUES ('y', 'coffee', '2099-01-01T00:00:00Z');
