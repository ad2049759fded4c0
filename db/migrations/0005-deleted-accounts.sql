-- Accounts that were deleted, so that a restored backup deletes them again. The SHA-256 of a random id leads to nobody.
CREATE TABLE deleted_accounts (
  user_hash TEXT PRIMARY KEY CHECK (length(user_hash) = 64),
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
