-- One row: by which rules the stored splits are made, and how far that is done.
CREATE TABLE extras_splitting (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Of the rules: other rules, other text.
  fingerprint TEXT NOT NULL,
  -- Key of the last extra that is done, in the order of (user_id, id_file); empty before the first, null after the last.
  done_user_id TEXT,
  done_id_file TEXT
) STRICT;
