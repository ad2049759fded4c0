-- Time of the last change of the holidays on a date, in UTC milliseconds. A calendar feed uses this time as the
-- version of the day's event. The row stays after a holiday is removed, because the day's event stays too.
CREATE TABLE changed_holidays (
  date TEXT PRIMARY KEY CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
