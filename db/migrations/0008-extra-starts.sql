-- 1: the start is that of the shift in the person's diagram, since the worker gave none.
ALTER TABLE extras ADD COLUMN is_start_proposed INTEGER NOT NULL DEFAULT 0
  CHECK (is_start_proposed IN (0, 1) AND (is_start_proposed = 0 OR start_minute IS NOT NULL));
-- 1: how it is paid depends on a start time that is not known, and the worker has not looked at it since that is told.
ALTER TABLE extras ADD COLUMN needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1));
ALTER TABLE deleted_extras ADD COLUMN is_start_proposed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deleted_extras ADD COLUMN needs_review INTEGER NOT NULL DEFAULT 0;

CREATE INDEX extras_to_review ON extras (user_id) WHERE needs_review = 1;
