-- 1 when an operator has confirmed the anchor (start date of the shift cycle). The anchors of the seed are
-- placeholders, because no published source states them.
ALTER TABLE diagramas ADD COLUMN anchor_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (anchor_confirmed IN (0, 1));

-- A diagram that has changed since the seed `diagrams` was loaded was changed by an operator. So its anchor counts as
-- confirmed.
UPDATE diagramas SET anchor_confirmed = 1 WHERE updated_at > (SELECT run_at FROM seeds WHERE name = 'diagrams');
