-- Deleted records of every kind whose deletion can be undone. A person can restore one for a minute; then it is erased.
-- Records that were deleted in the last minute before this migration are lost. A later migration that changes a table
-- of records empties this table, because a row has the columns that its table had.
CREATE TABLE deleted_records (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the record's table.
  kind TEXT NOT NULL,
  -- What identifies the record among the person's records of the kind.
  id TEXT NOT NULL,
  -- The record's columns as a JSON object.
  content TEXT NOT NULL CHECK (json_valid(content)),
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_records_by_age ON deleted_records (deleted_at);

DROP TABLE deleted_extras;
DROP TABLE deleted_own_days;
DELETE FROM slips WHERE deleted_at IS NOT NULL;
DROP INDEX deleted_slips_by_age;
ALTER TABLE slips DROP COLUMN deleted_at;
