-- Now is 2026-12-01T12:00:00Z, which is 1796126400 s.
CREATE TABLE iap_catalogue (sku TEXT PRIMARY KEY, unlocks TEXT);
CREATE TABLE iap_orders (
  purchase_token TEXT PRIMARY KEY,
  account TEXT,
  sku TEXT,
  platform INTEGER,      -- 0 Apple, 1 Google
  status INTEGER,        -- 0 purchased and served, 1 cancelled, 2 pending, 3 refunded, 4 paid, not verified
  ends_ms BIGINT,
  modified_ms BIGINT,
  started_ms BIGINT,
  paid_ms BIGINT,
  refunded_ms BIGINT,    -- 0 for never
  refund_reason INTEGER, -- 0 to 4 refund, 5 to 7 fraud and chargeback, 8 unacknowledged
  is_test INTEGER
);
CREATE TABLE grants (account TEXT, unlocks TEXT, until_ms BIGINT, PRIMARY KEY (account, unlocks));
CREATE TABLE app_opens (id INTEGER PRIMARY KEY, platform INTEGER, at_s BIGINT, open_purchases INTEGER);

INSERT INTO iap_catalogue VALUES ('gold', 'premium'), ('noads', 'no_ads');
INSERT INTO iap_orders VALUES
  -- Google, pending since 30 h and since 2 h; Apple, pending since 25 h; a test pending since 9 days.
  ('g1', 'ann', 'gold', 1, 2, 1798718400000, 1796126300000, 1796018400000, NULL, 0, NULL, 0),
  ('g2', 'bob', 'gold', 1, 2, 1798718400000, 1796126300000, 1796119200000, NULL, 0, NULL, 0),
  ('a1', 'cat', 'gold', 0, 2, 1798718400000, 1796126300000, 1796036400000, NULL, 0, NULL, 0),
  ('t1', 'dev', 'gold', 1, 2, 1798718400000, 1796126300000, 1795348800000, NULL, 0, NULL, 1),
  -- Google, paid 3 h ago and 10 min ago, not verified.
  ('g3', 'dan', 'noads', 1, 4, 4102444800000, 1796115700000, 1796115500000, 1796115600000, 0, NULL, 0),
  ('g4', 'eve', 'noads', 1, 4, 4102444800000, 1796125900000, 1796125700000, 1796125800000, 0, NULL, 0),
  -- Served, paid 5 h ago, with access; served, paid 40 days ago, with no access; served, with access that ends 3 h early.
  ('a2', 'fay', 'noads', 0, 0, 4102444800000, 1796108500000, 1796108300000, 1796108400000, 0, NULL, 0),
  ('g5', 'gus', 'gold', 1, 0, 1796200000000, 1792670500000, 1792670300000, 1792670400000, 0, NULL, 0),
  ('g6', 'hal', 'gold', 1, 0, 1796300000000, 1792670500000, 1792670300000, 1792670400000, 0, NULL, 0),
  -- Refunded 2 h ago (a refund) and 3 h ago (unacknowledged), and 3 days ago (a chargeback, outside the window).
  ('a3', 'ida', 'gold', 0, 3, 1796200000000, 1796119200000, 1795000000000, 1795000000000, 1796119200000, 2, 0),
  ('g7', 'jon', 'gold', 1, 3, 1796200000000, 1796115600000, 1795000000000, 1795000000000, 1796115600000, 8, 0),
  ('g8', 'kim', 'gold', 1, 3, 1796200000000, 1795867200000, 1795000000000, 1795000000000, 1795867200000, 7, 0),
  -- A status that nobody told us about.
  ('g9', 'leo', 'gold', 1, 9, 1796200000000, 1796000000000, 1795000000000, 1795000000000, 0, NULL, 0);
INSERT INTO grants VALUES
  ('fay', 'no_ads', 4102444800000),
  ('hal', 'premium', 1796289200000),
  -- The refunded one keeps the access.
  ('ida', 'premium', 1796200000000);
INSERT INTO app_opens VALUES
  (1, 1, 1796126000, 0), (2, 1, 1796120000, 2), (3, 0, 1796110000, 0), (4, 0, 1796030000, 1);
