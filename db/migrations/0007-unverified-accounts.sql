-- Time of the first mail that announced the removal of the unverified account, in UTC milliseconds.
ALTER TABLE users ADD COLUMN removal_notice_at INTEGER;

CREATE INDEX users_unverified ON users (removal_notice_at) WHERE email_verified_at IS NULL;

-- Number of wrong codes typed for an account, or for a registration whose e-mail address already had an account.
-- After many wrong codes only the mailed link works.
ALTER TABLE users ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pending_registrations ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;

-- Keyed hash of the client address of the visitor who caused the mail; null when no visitor did. The outbox sends
-- the mails of different visitors in turns.
ALTER TABLE outbox ADD COLUMN asked_by TEXT;
