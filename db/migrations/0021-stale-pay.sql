-- Days of a person whose extras have to be computed again, because what decides their pay has changed. The triggers
-- below are the list of all that decides it for one person; holidays and rules are marked by the program.
CREATE TABLE stale_pay (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  -- Key of the last extra of `first_day` that was computed again.
  after_created_at INTEGER NOT NULL DEFAULT -1,
  after_id_file TEXT NOT NULL DEFAULT '',
  -- Increases with each change, so that a computation that began before the change is not kept.
  generation INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- Every change is a row of this view: user, first and last day.
CREATE VIEW marked_stale_pay AS SELECT user_id, first_day, last_day FROM stale_pay;
CREATE TRIGGER mark_stale_pay INSTEAD OF INSERT ON marked_stale_pay
  WHEN EXISTS (SELECT 1 FROM extras WHERE user_id = NEW.user_id)
    AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
BEGIN
  INSERT INTO stale_pay (user_id, first_day, last_day) VALUES (NEW.user_id, NEW.first_day, NEW.last_day)
    ON CONFLICT (user_id) DO UPDATE SET
      first_day = min(first_day, excluded.first_day),
      last_day = max(last_day, excluded.last_day),
      after_created_at = -1,
      after_id_file = '',
      generation = generation + 1;
END;

-- An extra of the day before may last into the first day.
CREATE TRIGGER agreement_added AFTER INSERT ON agreements BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(NEW.since, '-1 day'), '9999-12-31');
END;
CREATE TRIGGER agreement_changed AFTER UPDATE ON agreements BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(min(OLD.since, NEW.since), '-1 day'), '9999-12-31');
END;
CREATE TRIGGER agreement_deleted AFTER DELETE ON agreements BEGIN
  INSERT INTO marked_stale_pay VALUES (OLD.user_id, date(OLD.since, '-1 day'), '9999-12-31');
END;

-- The shift of an own day may last into the next day.
CREATE TRIGGER own_day_added AFTER INSERT ON own_days BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(NEW.first_day, '-1 day'), date(NEW.last_day, '+1 day'));
END;
CREATE TRIGGER own_day_changed AFTER UPDATE ON own_days BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(min(OLD.first_day, NEW.first_day), '-1 day'),
    date(max(OLD.last_day, NEW.last_day), '+1 day'));
END;
CREATE TRIGGER own_day_deleted AFTER DELETE ON own_days BEGIN
  INSERT INTO marked_stale_pay VALUES (OLD.user_id, date(OLD.first_day, '-1 day'), date(OLD.last_day, '+1 day'));
END;

CREATE TRIGGER rotation_added AFTER INSERT ON rotation_history BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(NEW.since, '-1 day'), '9999-12-31');
END;
CREATE TRIGGER rotation_changed AFTER UPDATE ON rotation_history BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.user_id, date(min(OLD.since, NEW.since), '-1 day'), '9999-12-31');
END;
CREATE TRIGGER rotation_deleted AFTER DELETE ON rotation_history BEGIN
  INSERT INTO marked_stale_pay VALUES (OLD.user_id, date(OLD.since, '-1 day'), '9999-12-31');
END;
CREATE TRIGGER own_rotation_changed AFTER UPDATE OF diagram, crew, cycle_start ON users
  WHEN OLD.diagram IS NOT NEW.diagram OR OLD.crew IS NOT NEW.crew OR OLD.cycle_start IS NOT NEW.cycle_start
BEGIN
  INSERT INTO marked_stale_pay VALUES (NEW.id, '0000-01-01', '9999-12-31');
END;
CREATE TRIGGER diagram_changed AFTER UPDATE ON diagramas BEGIN
  INSERT INTO marked_stale_pay
    SELECT id, '0000-01-01', '9999-12-31' FROM users WHERE diagram = NEW.id
    UNION SELECT user_id, '0000-01-01', '9999-12-31' FROM rotation_history WHERE diagram = NEW.id;
END;

-- The slip of a settled period says when its hours changed afterwards.
CREATE TRIGGER settled_extra_added AFTER INSERT ON extras BEGIN
  UPDATE slips SET changed_at = unixepoch() * 1000
    WHERE user_id = NEW.user_id AND settled_on IS NOT NULL AND NEW.date BETWEEN period_start AND period_end;
END;
CREATE TRIGGER settled_extra_changed AFTER UPDATE OF date, minutes, compensation, premiums ON extras
  WHEN OLD.premiums <> NEW.premiums OR OLD.date <> NEW.date OR OLD.compensation IS NOT NEW.compensation
BEGIN
  UPDATE slips SET changed_at = unixepoch() * 1000
    WHERE user_id = NEW.user_id AND settled_on IS NOT NULL
      AND (NEW.date BETWEEN period_start AND period_end OR OLD.date BETWEEN period_start AND period_end);
END;
CREATE TRIGGER settled_extra_deleted AFTER DELETE ON extras BEGIN
  UPDATE slips SET changed_at = unixepoch() * 1000
    WHERE user_id = OLD.user_id AND settled_on IS NOT NULL AND OLD.date BETWEEN period_start AND period_end;
END;

-- The rules by which all extras were marked last; `stale_pay` now keeps how far the work has come.
ALTER TABLE extras_splitting DROP COLUMN done_user_id;
ALTER TABLE extras_splitting DROP COLUMN done_id_file;
UPDATE extras_splitting SET fingerprint = '';
