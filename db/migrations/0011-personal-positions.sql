-- For a user whose shifts differ from those of every crew: a date on which the user's own shift cycle starts, as
-- YYYY-MM-DD. It takes precedence over the crew.
ALTER TABLE users ADD COLUMN cycle_start TEXT;
