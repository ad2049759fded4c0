-- For a user whose shifts are known, but not the letter of a crew with these shifts: a date on which the user's own
-- shift cycle starts, as YYYY-MM-DD. It takes precedence over the column `crew`.
ALTER TABLE users ADD COLUMN cycle_start TEXT;
