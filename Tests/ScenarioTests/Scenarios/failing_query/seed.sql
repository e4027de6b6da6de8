INSERT INTO purchases (token, store, state, quantity) VALUES ('q1', 'google', 'active', NULL), ('q2', 'apple', 'active', 3);
