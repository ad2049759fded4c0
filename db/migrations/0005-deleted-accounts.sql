-- Deleted accounts, so that restoring an older backup deletes these accounts again. `user_hash` is the SHA-256 of the
-- random user id.
CREATE TABLE deleted_accounts (
  user_hash TEXT PRIMARY KEY CHECK (length(user_hash) = 64),
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
