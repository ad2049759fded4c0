-- When its owner was told by mail that an account that stays unverified is removed; UTC milliseconds.
ALTER TABLE users ADD COLUMN removal_notice_at INTEGER;

CREATE INDEX users_unverified ON users (removal_notice_at) WHERE email_verified_at IS NULL;

-- Wrong codes in the life of an account, or of a waiting browser that has none: after many, only the mailed link works.
ALTER TABLE users ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pending_registrations ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;

-- Whose request a mail answers, as a keyed hash: nobody's mails wait behind all of another's. Null for what nobody asked for.
ALTER TABLE outbox ADD COLUMN asked_by TEXT;
