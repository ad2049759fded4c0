-- Notices by Web Push, for browsers that asked for them.

-- Where to send a browser's notices. They end with the session in which they were asked for.
CREATE TABLE push_subscriptions (
  session_hash TEXT PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Address at the browser's push service, and the browser's keys in base64url.
  endpoint TEXT NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- The push service has asked to be left alone until then, in UTC milliseconds.
  wait_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);

-- One row: the site's keys (VAPID), by which push services know it. Made when the first browser asks.
CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;

-- Notices that were sent, so that none is sent twice. A row is written before its notice is sent.
CREATE TABLE sent_notices (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('shift', 'expiry', 'diagram')),
  -- Day of the shift, or day on which the notice was due.
  date TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, date)
) STRICT, WITHOUT ROWID;

-- Which notices a person wants in the browsers that asked for them; that of documents is `expiry_reminders`.
ALTER TABLE users ADD COLUMN shift_notices INTEGER NOT NULL DEFAULT 1 CHECK (shift_notices IN (0, 1));
ALTER TABLE users ADD COLUMN diagram_notices INTEGER NOT NULL DEFAULT 1 CHECK (diagram_notices IN (0, 1));
