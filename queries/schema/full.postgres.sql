-- The base schema and every optional table and column that a figure can use.
CREATE TABLE products (
  product_id text PRIMARY KEY,
  feature text,
  acknowledge_within_seconds bigint
);
CREATE TABLE purchases (
  token text PRIMARY KEY,
  user_id text,
  product_id text,
  store text,
  state text,
  expires_at timestamptz,
  updated_at timestamptz,
  created_at timestamptz,
  pending_since timestamptz,
  purchased_at timestamptz,
  verified_at timestamptz,
  granted_at timestamptz,
  acknowledged_at timestamptz,
  revoked_at timestamptz,
  revocation_kind text,
  environment text,
  app_version text,
  country text,
  kind text,
  order_id text,
  subscription_id text,
  replaced_by text,
  linked_token text,
  quantity integer,
  refunded_quantity integer,
  refunded_millipercent integer,
  price_micros bigint,
  currency text
);
CREATE TABLE entitlements (
  user_id text NOT NULL,
  feature text NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (user_id, feature)
);
CREATE TABLE starts (
  start_id text PRIMARY KEY,
  user_id text,
  store text,
  app_version text,
  started_at timestamptz,
  unfinished integer,
  environment text,
  weight integer
);
CREATE TABLE access_reports (
  report_id text PRIMARY KEY,
  user_id text,
  token text,
  app_version text,
  reported_at timestamptz
);
CREATE TABLE notifications (
  notification_id text PRIMARY KEY,
  store text,
  kind text,
  event_at timestamptz,
  received_at timestamptz,
  processed_at timestamptz
);
