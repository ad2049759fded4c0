-- The letter of the shift that a notice named: whoever swaps that shift afterwards is told of the new one.
ALTER TABLE sent_notices ADD COLUMN letter TEXT;
