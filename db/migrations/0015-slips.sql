-- What the pay slip (recibo) of a pay period says about overtime. The periods of one person never overlap.
CREATE TABLE slips (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- First and last day of the pay period as YYYY-MM-DD, both included. They stay when the person's setting changes.
  period_start TEXT NOT NULL CHECK (period_start GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  period_end TEXT NOT NULL CHECK (period_end GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  minutes_50 INTEGER NOT NULL CHECK (minutes_50 BETWEEN 0 AND 60000),
  minutes_100 INTEGER NOT NULL CHECK (minutes_100 BETWEEN 0 AND 60000),
  -- Compensatory days off (francos) that the slip grants; null when it says nothing about them.
  days_off INTEGER CHECK (days_off BETWEEN 0 AND 99),
  -- Amount paid for overtime, in centavos.
  amount INTEGER CHECK (amount BETWEEN 0 AND 99999999999),
  -- Day on which the person marked the differences as settled.
  settled_on TEXT CHECK (settled_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Set while the person can still restore the deleted slip, for a minute. Pages and exports omit such a slip.
  deleted_at INTEGER,
  CHECK (period_end >= period_start),
  PRIMARY KEY (user_id, period_start)
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_slips_by_age ON slips (deleted_at) WHERE deleted_at IS NOT NULL;
