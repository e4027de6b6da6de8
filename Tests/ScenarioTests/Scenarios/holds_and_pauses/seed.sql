INSERT INTO purchases (token, user_id, product_id, store, state, kind, created_at, updated_at) VALUES
  ('h1', 'a', 'gold', 'google', 'pending', 'on_hold', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('h2', 'b', 'gold', 'google', 'pending', 'paused', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  ('h3', 'c', 'gold', 'google', 'pending', 'waiting', '2026-12-01T11:00:00Z', '2026-12-01T11:00:00Z');
