-- The least that a user has.
CREATE TABLE products (
  product_id text PRIMARY KEY,
  feature text NOT NULL
);
CREATE TABLE purchases (
  token text PRIMARY KEY,
  user_id text,
  product_id text,
  store text,
  state text,
  expires_at timestamptz,
  updated_at timestamptz
);
CREATE TABLE entitlements (
  user_id text NOT NULL,
  feature text NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (user_id, feature)
);
