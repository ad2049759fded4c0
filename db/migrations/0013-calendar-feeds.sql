-- The secret URL at which a person's phone reads the person's calendar. Only the hash of the secret is stored.
CREATE TABLE calendar_feeds (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret_hash TEXT NOT NULL UNIQUE,
  -- Alarms before each shift: at 20:00 of the day before, two hours before the start, or both.
  alarms TEXT NOT NULL CHECK (alarms IN ('none', 'evening', 'start', 'both')),
  -- When the URL was made or renewed.
  created_at INTEGER NOT NULL,
  -- When the alarms were last changed, which changes every event.
  updated_at INTEGER NOT NULL
) STRICT;
