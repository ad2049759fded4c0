-- Why an extra is paid what it is paid, in words. Null until it is worked out: in rows from before this column, which the
-- next start works out, as it does after a change of the rules, or before that whoever reads them.
ALTER TABLE extras ADD COLUMN reason TEXT;
INSERT INTO marked_stale_pay SELECT user_id, min(date), max(date) FROM extras GROUP BY user_id;
UPDATE extras_splitting SET fingerprint = '';
-- A deleted extra has no such column, so it can't be taken back.
DELETE FROM deleted_records;
