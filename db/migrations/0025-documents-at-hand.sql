-- What kind of paper a document is, and whether its owner has it at hand for the gate.
ALTER TABLE documents ADD COLUMN category TEXT NOT NULL DEFAULT 'otro'
  CHECK (category IN ('carnet', 'apto', 'recibo', 'otro'));
ALTER TABLE documents ADD COLUMN at_hand INTEGER NOT NULL DEFAULT 0 CHECK (at_hand IN (0, 1));
DELETE FROM deleted_records;
