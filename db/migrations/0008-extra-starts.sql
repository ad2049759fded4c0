-- 1 when the worker gave no start time and `start_minute` was taken from the shift in the worker's diagram.
ALTER TABLE extras ADD COLUMN is_start_proposed INTEGER NOT NULL DEFAULT 0
  CHECK (is_start_proposed IN (0, 1) AND (is_start_proposed = 0 OR start_minute IS NOT NULL));
-- 1 when an import or a recomputation of the 50 % and 100 % hours needed a missing start time; 0 again once the worker
-- saves the entry, or a later recomputation needs no start time.
ALTER TABLE extras ADD COLUMN needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1));
ALTER TABLE deleted_extras ADD COLUMN is_start_proposed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deleted_extras ADD COLUMN needs_review INTEGER NOT NULL DEFAULT 0;

CREATE INDEX extras_to_review ON extras (user_id) WHERE needs_review = 1;
