-- The base schema and every optional table and column that a figure can use.
CREATE TABLE products (
  product_id TEXT PRIMARY KEY,
  feature TEXT,
  acknowledge_within_seconds INTEGER
);
CREATE TABLE purchases (
  token TEXT PRIMARY KEY,
  user_id TEXT,
  product_id TEXT,
  store TEXT,
  state TEXT,
  expires_at TEXT,
  updated_at TEXT,
  created_at TEXT,
  pending_since TEXT,
  purchased_at TEXT,
  verified_at TEXT,
  granted_at TEXT,
  acknowledged_at TEXT,
  revoked_at TEXT,
  revocation_kind TEXT,
  environment TEXT,
  app_version TEXT,
  country TEXT,
  kind TEXT,
  order_id TEXT,
  subscription_id TEXT,
  replaced_by TEXT,
  linked_token TEXT,
  quantity INTEGER,
  refunded_quantity INTEGER,
  refunded_millipercent INTEGER,
  price_micros INTEGER,
  currency TEXT
);
CREATE TABLE entitlements (
  user_id TEXT NOT NULL,
  feature TEXT NOT NULL,
  valid_until TEXT,
  PRIMARY KEY (user_id, feature)
);
CREATE TABLE starts (
  start_id TEXT PRIMARY KEY,
  user_id TEXT,
  store TEXT,
  app_version TEXT,
  started_at TEXT,
  unfinished INTEGER,
  environment TEXT,
  weight INTEGER
);
CREATE TABLE access_reports (
  report_id TEXT PRIMARY KEY,
  user_id TEXT,
  token TEXT,
  app_version TEXT,
  reported_at TEXT
);
CREATE TABLE notifications (
  notification_id TEXT PRIMARY KEY,
  store TEXT,
  kind TEXT,
  event_at TEXT,
  received_at TEXT,
  processed_at TEXT
);
