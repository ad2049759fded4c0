-- What the minutes of an extra (overtime entry) are paid, by any percentage: agreements pay other premiums than 50 % and
-- 100 %. SQLite cannot drop the columns that the table's CHECK names, so the table is rebuilt.
CREATE TABLE new_extras (
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
  -- Minutes by premium as JSON, without zeros, adding up to `minutes`: {"50": 120, "100": 360}. Further keys: "franco",
  -- a day off instead of money, and "unclassified", an unknown premium.
  premiums TEXT NOT NULL CHECK (json_valid(premiums)),
  -- What may still change the premiums, as a JSON list of words of the program.
  doubts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(doubts)),
  -- Minutes of overtime during the night; null when they are unknown, because the entry has no start time.
  minutes_night INTEGER CHECK (minutes_night BETWEEN 0 AND minutes),
  -- 1 when the worker has replaced the computed hours by other hours, which no change of terms alters.
  is_own_split INTEGER NOT NULL CHECK (is_own_split IN (0, 1)),
  -- When the worker last edited the entry; null until the first edit.
  edited_at INTEGER,
  -- 1 when the worker gave no start time and `start_minute` was taken from the shift in the worker's diagram.
  is_start_proposed INTEGER NOT NULL DEFAULT 0
    CHECK (is_start_proposed IN (0, 1) AND (is_start_proposed = 0 OR start_minute IS NOT NULL)),
  -- 1 when an import or a change of terms needed a missing start time; 0 again once the worker saves the entry, or a
  -- later change needs no start time.
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  PRIMARY KEY (user_id, date, created_at, id_file),
  UNIQUE (user_id, id_file)
) STRICT, WITHOUT ROWID;

INSERT INTO new_extras
  SELECT user_id, date, created_at, id_file, minutes, shift, comment, start_minute, compensation,
    '{' || rtrim(
      iif(minutes_50 > 0, '"50":' || minutes_50 || ',', '') ||
      iif(minutes_100 > 0, '"100":' || minutes_100 || ',', '') ||
      iif(minutes_unclassified > 0, '"unclassified":' || minutes_unclassified, ''), ',') || '}',
    '[]', minutes_night, is_own_split, edited_at, is_start_proposed, needs_review
  FROM extras;

-- Slips that were settled keep what was logged then, so that a later change of terms or hours can be told.
ALTER TABLE slips ADD COLUMN settled_premiums TEXT CHECK (json_valid(settled_premiums));
-- When the logged hours of a settled slip last changed.
ALTER TABLE slips ADD COLUMN changed_at INTEGER;
-- Minutes by premium on the slip, as JSON without zeros: {"50": 120, "100": 360}.
ALTER TABLE slips ADD COLUMN premiums TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(premiums));
UPDATE slips SET premiums = '{' || rtrim(
  iif(minutes_50 > 0, '"50":' || minutes_50 || ',', '') ||
  iif(minutes_100 > 0, '"100":' || minutes_100, ''), ',') || '}';
UPDATE slips SET settled_premiums = (
  SELECT json_group_object(key, minutes) FROM (
    SELECT paid.key, sum(paid.value) AS minutes FROM new_extras, json_each(new_extras.premiums) AS paid
    WHERE user_id = slips.user_id AND date BETWEEN period_start AND period_end
      AND (compensation IS NULL OR compensation = 'pago')
    GROUP BY paid.key
  )
) WHERE settled_on IS NOT NULL;
ALTER TABLE slips DROP COLUMN minutes_50;
ALTER TABLE slips DROP COLUMN minutes_100;

DROP TABLE extras;
ALTER TABLE new_extras RENAME TO extras;
CREATE INDEX extras_by_date ON extras (date) WHERE is_own_split = 0;
CREATE INDEX extras_to_review ON extras (user_id) WHERE needs_review = 1;
CREATE INDEX extras_by_compensation ON extras (user_id, compensation, date, minutes) WHERE compensation IS NOT NULL;

-- Entries that were deleted in the last minute are lost: their hours would have to be computed again.
DROP TABLE deleted_extras;
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
  premiums TEXT NOT NULL,
  doubts TEXT NOT NULL DEFAULT '[]',
  minutes_night INTEGER,
  is_own_split INTEGER NOT NULL,
  edited_at INTEGER,
  is_start_proposed INTEGER NOT NULL DEFAULT 0,
  needs_review INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, id_file)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_extras_by_age ON deleted_extras (deleted_at);
