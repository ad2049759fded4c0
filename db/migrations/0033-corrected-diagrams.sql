-- The time of a correction that changes shifts. Until now people were told of one, too, when an operator only confirmed their
-- diagram as it was.
ALTER TABLE diagramas ADD COLUMN corrected_at INTEGER NOT NULL DEFAULT 0;
UPDATE diagramas SET corrected_at = updated_at;
