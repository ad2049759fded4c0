-- Overtime entries, clustered in the order of their list: a person's month is one short read among millions.
CREATE TABLE extras (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Civil date, `YYYY-MM-DD`, on which it starts.
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL,
  -- Made with the form that creates it, so that a form sent twice is one entry.
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 960),
  shift TEXT NOT NULL CHECK (length(shift) = 1 AND shift = upper(shift)),
  comment TEXT,
  -- Minutes since midnight.
  start_minute INTEGER CHECK (start_minute BETWEEN 0 AND 1439),
  compensation TEXT CHECK (compensation IN ('pago', 'franco', 'banco')),
  minutes_50 INTEGER NOT NULL CHECK (minutes_50 >= 0),
  minutes_100 INTEGER NOT NULL CHECK (minutes_100 >= 0),
  minutes_unclassified INTEGER NOT NULL CHECK (minutes_unclassified >= 0),
  -- Null without a start time: unknown, not none.
  minutes_night INTEGER CHECK (minutes_night BETWEEN 0 AND minutes),
  -- 1 when the worker has changed the split: a correction of holidays then leaves it alone.
  is_own_split INTEGER NOT NULL CHECK (is_own_split IN (0, 1)),
  -- Null until the first edit.
  edited_at INTEGER,
  CHECK (minutes_50 + minutes_100 + minutes_unclassified = minutes),
  PRIMARY KEY (user_id, date, created_at, id_file),
  UNIQUE (user_id, id_file)
) STRICT, WITHOUT ROWID;

-- A correction of holidays looks for the entries of its days.
CREATE INDEX extras_by_date ON extras (date) WHERE is_own_split = 0;

-- Deleted a moment ago: they can be brought back for a minute, and are in no list, total or export.
CREATE TABLE deleted_extras (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  id_file TEXT NOT NULL,
  minutes INTEGER NOT NULL,
  shift TEXT NOT NULL,
  comment TEXT,
  start_minute INTEGER,
  compensation TEXT,
  minutes_50 INTEGER NOT NULL,
  minutes_100 INTEGER NOT NULL,
  minutes_unclassified INTEGER NOT NULL,
  minutes_night INTEGER,
  is_own_split INTEGER NOT NULL,
  edited_at INTEGER,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, id_file)
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_extras_by_age ON deleted_extras (deleted_at);

-- When the plant closes its pay period: 'month', 'fortnight' or 'closing-' and the day.
ALTER TABLE users ADD COLUMN pay_period TEXT NOT NULL DEFAULT 'month'
  CHECK (pay_period IN ('month', 'fortnight') OR pay_period GLOB 'closing-[1-9]' OR pay_period GLOB 'closing-[12][0-9]');
