-- One row: the rules by which overtime is split into 50 % and 100 % hours, and the progress of applying them.
CREATE TABLE extras_splitting (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Hash of the overtime rules. A different hash means that the rules have changed.
  fingerprint TEXT NOT NULL,
  -- Key of the last overtime entry to which the rules were applied, in the order of (user_id, id_file). Null when the
  -- rules were applied to all entries.
  done_user_id TEXT,
  done_id_file TEXT
) STRICT;
