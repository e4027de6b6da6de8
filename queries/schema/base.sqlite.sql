-- The least that a user has. Times are ISO 8601 UTC text, such as 2026-12-01T01:36:35Z.
CREATE TABLE products (
  product_id TEXT PRIMARY KEY,
  feature TEXT NOT NULL
);
CREATE TABLE purchases (
  token TEXT PRIMARY KEY,
  user_id TEXT,
  product_id TEXT,
  store TEXT,
  state TEXT,
  expires_at TEXT,
  updated_at TEXT
);
CREATE TABLE entitlements (
  user_id TEXT NOT NULL,
  feature TEXT NOT NULL,
  valid_until TEXT,
  PRIMARY KEY (user_id, feature)
);
