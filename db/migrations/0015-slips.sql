-- The overtime on the pay slip (recibo) of a pay period. The periods of one person never overlap.
CREATE TABLE slips (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First and last day of the pay period as YYYY-MM-DD, both inclusive. They stay unchanged when the person changes
  -- the pay period setting.
  period_start TEXT NOT NULL CHECK (period_start GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  period_end TEXT NOT NULL CHECK (period_end GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  minutes_50 INTEGER NOT NULL CHECK (minutes_50 BETWEEN 0 AND 60000),
  minutes_100 INTEGER NOT NULL CHECK (minutes_100 BETWEEN 0 AND 60000),
  -- Compensatory days off (francos) on the slip; null if the slip does not mention them.
  days_off INTEGER CHECK (days_off BETWEEN 0 AND 99),
  -- Amount paid for overtime, in centavos.
  amount INTEGER CHECK (amount BETWEEN 0 AND 99999999999),
  -- Day on which the person marked the differences between the slip and the entries as settled.
  settled_on TEXT CHECK (settled_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Time of the deletion. The person can restore the slip for a minute; pages and exports omit it.
  deleted_at INTEGER,
  CHECK (period_end >= period_start),
  PRIMARY KEY (user_id, period_start)
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_slips_by_age ON slips (deleted_at) WHERE deleted_at IS NOT NULL;

-- For the balances of compensatory days off (francos) and of the bank of hours (banco): finds a person's overtime
-- entries with one kind of compensation, by date.
CREATE INDEX extras_by_compensation ON extras (user_id, compensation, date, minutes) WHERE compensation IS NOT NULL;

-- Adds the column `bank_minutes`, which stores the hours that days off take from the bank of hours (banco). SQLite
-- cannot change a CHECK constraint, so the table is rebuilt.
CREATE TABLE new_own_days (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First and last of the own days (vacation, leave and the like) as YYYY-MM-DD, both inclusive.
  first_day TEXT NOT NULL CHECK (first_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  last_day TEXT NOT NULL CHECK (last_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Key that the page gives to its form, so that a form sent twice creates only one row.
  id TEXT NOT NULL CHECK (length(id) = 36),
  -- The reason of a leave (licencia) is never asked, because it may be about health.
  kind TEXT NOT NULL CHECK (kind IN ('vacaciones', 'licencia', 'cambio', 'parada', 'suspension', 'franco', 'banco')),
  -- The crew whose shift the person works; only for a shift swap (cambio).
  crew TEXT CHECK (crew IN ('A', 'B', 'C', 'D', 'E')),
  -- Minutes taken from the bank of hours for all days of the row together; only for the kind banco.
  bank_minutes INTEGER CHECK (bank_minutes BETWEEN 1 AND 600000),
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (last_day >= first_day),
  CHECK ((kind = 'cambio') = (crew IS NOT NULL)),
  CHECK ((kind = 'banco') = (bank_minutes IS NOT NULL)),
  PRIMARY KEY (user_id, first_day, id),
  UNIQUE (user_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_own_days (user_id, first_day, last_day, id, kind, crew, note, created_at, updated_at)
  SELECT user_id, first_day, last_day, id, kind, crew, note, created_at, updated_at FROM own_days;
DROP TABLE own_days;
ALTER TABLE new_own_days RENAME TO own_days;
ALTER TABLE deleted_own_days ADD COLUMN bank_minutes INTEGER;
