-- A first day of the user's own shift cycle, as text YYYY-MM-DD, when no official crew has the user's shifts. It takes
-- the place of the crew.
ALTER TABLE users ADD COLUMN cycle_start TEXT;
