CREATE TABLE products (product_id TEXT PRIMARY KEY, feature TEXT);
CREATE TABLE purchases (
  token TEXT PRIMARY KEY, user_id TEXT, product_id TEXT, store TEXT, state TEXT,
  ends_epoch BIGINT, created_local TEXT, updated_offset TEXT, paid_epoch BIGINT
);
CREATE TABLE entitlements (user_id TEXT, feature TEXT, until_us BIGINT);
INSERT INTO products VALUES ('gold', 'premium');
INSERT INTO purchases VALUES
  -- 12:00 in Berlin is 11:00Z: exactly the threshold, and one second more.
  ('t1', 'a', 'gold', 'google', 'pending', 4102444800, '2026-12-01 12:00:00', '2026-12-01 13:59:00+02:00', NULL),
  ('t2', 'b', 'gold', 'google', 'pending', 4102444800, '2026-12-01T11:59:59', '2026-12-01T13:00:00+01:00', NULL),
  -- The hour that does not exist (it is 01:30Z), and the one that exists twice (the later one is taken, 01:30Z).
  ('t3', 'c', 'gold', 'apple', 'pending', 4102444800, '2026-03-29 02:30:00', '2026-12-01T12:00:00Z', NULL),
  ('t4', 'd', 'gold', 'other', 'pending', 4102444800, '2026-10-25 02:30:00', '2026-12-01T12:00:00.5Z', NULL),
  -- Summer time: 10:00 in Berlin is 08:00Z.
  ('t5', 'e', 'gold', 'google', 'pending', 4102444800, '2026-07-01 10:00:00', '2026-12-01T12:00:00Z', NULL),
  -- Milliseconds where seconds are declared: in the year 58,000, so in the future, so not recent; and one that is right.
  ('t6', 'f', 'gold', 'google', 'active', 1798718400000, '2026-12-01 12:00:00', '2026-12-01T12:00:00Z', 1796126400000),
  ('t7', 'g', 'gold', 'google', 'active', 1798718400, '2026-12-01 12:00:00', '2026-12-01T12:00:00Z', 1796122800);
INSERT INTO entitlements VALUES ('f', 'premium', 253402300799000000), ('g', 'premium', 1798718400123456);
