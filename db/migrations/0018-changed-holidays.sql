-- When the holidays of a date last changed, so that a calendar can announce a newer version of that day's event. The row
-- stays after a holiday is removed, because the day and its event stay too.
CREATE TABLE changed_holidays (
  date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
