-- A pay period may now close on any day of the month: from the 29th on, shorter months close on their last day. The
-- column is rebuilt, because SQLite cannot change the CHECK of a column.
ALTER TABLE users ADD COLUMN new_pay_period TEXT NOT NULL DEFAULT 'month'
  CHECK (
    new_pay_period IN ('month', 'fortnight', 'closing-30', 'closing-31')
    OR new_pay_period GLOB 'closing-[1-9]'
    OR new_pay_period GLOB 'closing-[12][0-9]'
  );
UPDATE users SET new_pay_period = pay_period;
ALTER TABLE users DROP COLUMN pay_period;
ALTER TABLE users RENAME COLUMN new_pay_period TO pay_period;

-- A person's hourly rate, from a day on. Optional; only the person sees it.
CREATE TABLE hour_values (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First day as YYYY-MM-DD. The row applies until the next row of the person.
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Pay per hour or, with a divisor, per month, in whole centavos.
  centavos INTEGER NOT NULL CHECK (centavos BETWEEN 1 AND 100000000000),
  -- Number of hours by which the monthly pay is divided; null for a pay per hour.
  divisor INTEGER CHECK (divisor BETWEEN 1 AND 744),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, since)
) STRICT, WITHOUT ROWID;

-- Pay rates of the collective agreement that applies to a person's work, from a day on. Chosen by the person and
-- seen by nobody else; no column says whether the person is a member of a union.
CREATE TABLE agreements (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First day as YYYY-MM-DD. The row applies until the next row of the person.
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  name TEXT NOT NULL CHECK (name IN ('lct', 'cct-260-75', 'propio')),
  -- Premiums of overtime, in percent of the hourly rate.
  weekday_percent INTEGER NOT NULL CHECK (weekday_percent BETWEEN 0 AND 300),
  saturday_percent INTEGER NOT NULL CHECK (saturday_percent BETWEEN 0 AND 300),
  sunday_percent INTEGER NOT NULL CHECK (sunday_percent BETWEEN 0 AND 300),
  holiday_percent INTEGER NOT NULL CHECK (holiday_percent BETWEEN 0 AND 300),
  -- Premium for work on a holiday during the person's own shift.
  own_shift_percent INTEGER NOT NULL CHECK (own_shift_percent BETWEEN 0 AND 300),
  -- Premium for night hours, added to the other premiums.
  night_percent INTEGER NOT NULL CHECK (night_percent BETWEEN 0 AND 300),
  -- Compensation for work on a day off: a premium of 50 % or 100 %, or another day off; null if unknown.
  day_off TEXT CHECK (day_off IN ('50', '100', 'franco')),
  -- 1 if work on the union's holiday is paid with an additional normal day's wage.
  has_union_day INTEGER NOT NULL CHECK (has_union_day IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, since)
) STRICT, WITHOUT ROWID;
