-- Days on which a person does not follow their shift calendar: holidays, leave, another crew's shift and the like. The
-- ranges of one person never overlap. The table is stored in the order in which a calendar reads it.
CREATE TABLE own_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First and last day as YYYY-MM-DD, both included.
  first_day TEXT NOT NULL CHECK (first_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  last_day TEXT NOT NULL CHECK (last_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Key that the page gives to its form, so that a form sent twice creates only one row.
  id TEXT NOT NULL CHECK (length(id) = 36),
  -- The reason of a leave (licencia) is never asked, because it may be about health.
  kind TEXT NOT NULL CHECK (kind IN ('vacaciones', 'licencia', 'cambio', 'parada', 'suspension', 'franco')),
  -- The crew whose shift the person works, only for a changed shift (cambio).
  crew TEXT CHECK (crew IN ('A', 'B', 'C', 'D', 'E')),
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (last_day >= first_day),
  CHECK ((kind = 'cambio') = (crew IS NOT NULL)),
  PRIMARY KEY (user_id, first_day, id),
  UNIQUE (user_id, id)
) STRICT, WITHOUT ROWID;

-- Deleted own days, which the person can restore for a minute. Calendars, counts and exports omit them.
CREATE TABLE deleted_own_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  crew TEXT,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_own_days_by_age ON deleted_own_days (deleted_at);

-- When a person's own days last changed what the person does on a date, so that a calendar feed can announce a newer
-- version of that day's event even after the own day was deleted. Only recent and future dates are kept.
CREATE TABLE changed_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, date)
) STRICT, WITHOUT ROWID;

-- Which diagram and crew (or first day of the own cycle) a person had from a date on. Without rows, those in `users`
-- have always held. The newest row belongs to those in `users`.
CREATE TABLE rotation_history (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First day as YYYY-MM-DD; 1900-01-01 in the row of the time before the first known change.
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  diagram TEXT,
  crew TEXT,
  cycle_start TEXT,
  -- When the row last changed what the person does on the row's dates; 0 for a row that changed nothing.
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, since)
) STRICT, WITHOUT ROWID;
