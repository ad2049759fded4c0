-- Whether the plant has said where a cycle begins. The shipped anchors are placeholders: no published source fixes them.
ALTER TABLE diagramas ADD COLUMN anchor_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (anchor_confirmed IN (0, 1));

-- What an operator has imported or corrected was written after the shipped diagrams.
UPDATE diagramas SET anchor_confirmed = 1 WHERE updated_at > (SELECT run_at FROM seeds WHERE name = 'diagrams');
