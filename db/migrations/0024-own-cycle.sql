-- The own cycle of a worker who is in none of the diagrams: an id that contains the whole cycle. It takes the place of
-- `diagram`, and `cycle_start` is a day on which it starts.
ALTER TABLE users ADD COLUMN own_cycle TEXT
  CHECK (own_cycle IS NULL OR (length(own_cycle) <= 131 AND diagram IS NULL AND cycle_start IS NOT NULL));

DROP TRIGGER own_rotation_changed;
CREATE TRIGGER own_rotation_changed AFTER UPDATE OF diagram, own_cycle, crew, cycle_start ON users
  WHEN OLD.diagram IS NOT NEW.diagram OR OLD.own_cycle IS NOT NEW.own_cycle OR OLD.crew IS NOT NEW.crew
    OR OLD.cycle_start IS NOT NEW.cycle_start
BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.id, '0000-01-01', '9999-12-31');
END;
