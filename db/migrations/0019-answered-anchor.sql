-- The anchor of the user's diagram on which the user last said whether the crew's shifts are right; null if never.
ALTER TABLE users ADD COLUMN answered_anchor TEXT;
