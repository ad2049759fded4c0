-- Which records a person has deleted, without their content: a form that a phone first sent before the deletion, and
-- sends again without knowing of it, must not bring its record back.
CREATE TABLE deleted_ids (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the record's table.
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_ids_by_age ON deleted_ids (deleted_at);
