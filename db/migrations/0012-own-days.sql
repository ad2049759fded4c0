-- Own days: days on which a person does not follow their shift calendar, because of vacation, leave, a shift swap
-- and the like. The ranges of one person never overlap. The table is stored in the order of its primary key: by
-- person, then by date.
CREATE TABLE own_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First and last day as YYYY-MM-DD, both inclusive.
  first_day TEXT NOT NULL CHECK (first_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  last_day TEXT NOT NULL CHECK (last_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Key that the page gives to its form, so that a form sent twice creates only one row.
  id TEXT NOT NULL CHECK (length(id) = 36),
  -- The reason of a leave (licencia) is never asked, because it may be about health.
  kind TEXT NOT NULL CHECK (kind IN ('vacaciones', 'licencia', 'cambio', 'parada', 'suspension', 'franco')),
  -- The crew whose shift the person works; only for a shift swap (cambio).
  crew TEXT CHECK (crew IN ('A', 'B', 'C', 'D', 'E')),
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (last_day >= first_day),
  CHECK ((kind = 'cambio') = (crew IS NOT NULL)),
  PRIMARY KEY (user_id, first_day, id),
  UNIQUE (user_id, id)
) STRICT, WITHOUT ROWID;

-- Deleted own days (vacation, leave and the like), which the person can restore for a minute. Calendars, counts and
-- exports omit deleted own days.
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

-- Time of the last change of a person's own day, or correction of a person's shift, on a date, in UTC milliseconds.
-- `rotation_history` contains the times of other changes. A calendar feed uses the later time as the version of the day's
-- event, even after the own day was deleted. Only recent and future dates are kept.
CREATE TABLE changed_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, date)
) STRICT, WITHOUT ROWID;

-- History of each person's diagram and crew (or date on which the person's own cycle starts). Each row applies from
-- `since` until the next row. The newest row equals the values in `users`. Without rows, the values in `users`
-- apply to all dates.
CREATE TABLE rotation_history (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First day of this diagram and crew, as YYYY-MM-DD; 1900-01-01 in the person's oldest row.
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  diagram TEXT,
  crew TEXT,
  cycle_start TEXT,
  -- Time of the last change that altered the person's shifts on the row's dates; 0 if there was none.
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, since)
) STRICT, WITHOUT ROWID;
