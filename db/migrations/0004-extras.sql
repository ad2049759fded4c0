-- Extras (overtime entries). The table is stored in the order of its primary key. The list page shows it backwards.
CREATE TABLE extras (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Day on which the overtime started, as YYYY-MM-DD.
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL,
  -- Key that the page gives to its form, so that a form sent twice creates only one entry.
  id_file TEXT NOT NULL CHECK (length(id_file) = 36),
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 960),
  shift TEXT NOT NULL CHECK (length(shift) = 1 AND shift = upper(shift)),
  comment TEXT,
  -- Start of the overtime, in minutes since midnight.
  start_minute INTEGER CHECK (start_minute BETWEEN 0 AND 1439),
  compensation TEXT CHECK (compensation IN ('pago', 'franco', 'banco')),
  minutes_50 INTEGER NOT NULL CHECK (minutes_50 >= 0),
  minutes_100 INTEGER NOT NULL CHECK (minutes_100 >= 0),
  minutes_unclassified INTEGER NOT NULL CHECK (minutes_unclassified >= 0),
  -- Minutes of overtime during the night; null when they are unknown, because the entry has no start time.
  minutes_night INTEGER CHECK (minutes_night BETWEEN 0 AND minutes),
  -- 1 when the worker has replaced the computed 50 % and 100 % hours by other hours. A later correction of a holiday
  -- leaves the worker's hours unchanged.
  is_own_split INTEGER NOT NULL CHECK (is_own_split IN (0, 1)),
  -- When the worker last edited the entry; null until the first edit.
  edited_at INTEGER,
  CHECK (minutes_50 + minutes_100 + minutes_unclassified = minutes),
  PRIMARY KEY (user_id, date, created_at, id_file),
  UNIQUE (user_id, id_file)
) STRICT, WITHOUT ROWID;

-- For recomputing the entries of a day after a correction of the day's holidays.
CREATE INDEX extras_by_date ON extras (date) WHERE is_own_split = 0;

-- Deleted overtime entries, which the user can restore for a minute. Lists, totals and exports omit them.
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

-- Pay period of the user: 'month', 'fortnight', or 'closing-' followed by a day of the month.
ALTER TABLE users ADD COLUMN pay_period TEXT NOT NULL DEFAULT 'month'
  CHECK (pay_period IN ('month', 'fortnight') OR pay_period GLOB 'closing-[1-9]' OR pay_period GLOB 'closing-[12][0-9]');
