CREATE TABLE tags (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The name without regard to case; a merged tag keeps it, so that its name still leads to the tag that it became part of.
  name_key TEXT NOT NULL,
  hue INTEGER NOT NULL CHECK (hue IN (25, 62, 95, 155, 195, 235, 268, 320)),
  description TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'merging', 'merged')),
  merged_into TEXT,
  conversations INTEGER NOT NULL DEFAULT 0,
  -- What a merge had to move when it began.
  to_move INTEGER,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name_key),
  UNIQUE (project_id, client_id)
) WITHOUT ROWID;

CREATE TABLE conversation_tags (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX conversation_tags_tag ON conversation_tags (project_id, tag_id, conversation_id);

-- Kept by triggers, so that no count has to go over history and none can forget a place that writes.
CREATE TRIGGER conversation_tags_insert AFTER INSERT ON conversation_tags BEGIN
  UPDATE tags SET conversations = conversations + 1 WHERE project_id = NEW.project_id AND id = NEW.tag_id;
END;
CREATE TRIGGER conversation_tags_delete AFTER DELETE ON conversation_tags BEGIN
  UPDATE tags SET conversations = conversations - 1 WHERE project_id = OLD.project_id AND id = OLD.tag_id;
END;

CREATE TABLE tag_settings (
  project_id TEXT PRIMARY KEY,
  everybody_creates INTEGER NOT NULL
) WITHOUT ROWID;
