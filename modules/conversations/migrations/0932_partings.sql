-- Where merged_into led before earlier merges were undone: parted_from names the last one only. A repetition of what was stored on any of
-- these ways must not be stored again. Written by a trigger, so that a server of the previous release forgets none either.
CREATE TABLE conversation_partings (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  led_to TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id, led_to)
) WITHOUT ROWID;
CREATE TRIGGER conversation_partings_keep AFTER UPDATE OF parted_from ON conversations WHEN OLD.parted_from IS NOT NULL AND NEW.parted_from IS NOT OLD.parted_from
BEGIN
  INSERT OR IGNORE INTO conversation_partings (project_id, conversation_id, led_to) VALUES (OLD.project_id, OLD.id, OLD.parted_from);
END;
