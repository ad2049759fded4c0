-- A computation compares all that decides pay with that from before it. The generation of a mark began anew where one
-- computation had taken the mark off and a change had set it again: another, begun before the change, kept the old pay.
DROP TRIGGER mark_stale_pay;
ALTER TABLE stale_pay DROP COLUMN generation;
CREATE TRIGGER mark_stale_pay INSTEAD OF INSERT ON marked_stale_pay
  WHEN EXISTS (SELECT 1 FROM extras WHERE user_id = NEW.user_id)
    AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
BEGIN
  INSERT INTO stale_pay (user_id, first_day, last_day) VALUES (NEW.user_id, NEW.first_day, NEW.last_day)
    ON CONFLICT (user_id) DO UPDATE SET
      first_day = min(first_day, excluded.first_day),
      last_day = max(last_day, excluded.last_day),
      after_created_at = -1,
      after_id_file = '';
END;
-- What is stored may be such old pay.
INSERT INTO marked_stale_pay SELECT user_id, min(date), max(date) FROM extras GROUP BY user_id;
