CREATE TABLE teams (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'deleting')),
  conversations INTEGER NOT NULL DEFAULT 0,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name_key),
  UNIQUE (project_id, client_id)
) WITHOUT ROWID;

CREATE TABLE team_members (
  project_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (project_id, team_id, account_id)
) WITHOUT ROWID;

CREATE TABLE conversation_teams (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX conversation_teams_team ON conversation_teams (project_id, team_id, conversation_id);

CREATE TRIGGER conversation_teams_insert AFTER INSERT ON conversation_teams BEGIN
  UPDATE teams SET conversations = conversations + 1 WHERE project_id = NEW.project_id AND id = NEW.team_id;
END;
CREATE TRIGGER conversation_teams_update AFTER UPDATE OF team_id ON conversation_teams WHEN NEW.team_id <> OLD.team_id BEGIN
  UPDATE teams SET conversations = conversations - 1 WHERE project_id = OLD.project_id AND id = OLD.team_id;
  UPDATE teams SET conversations = conversations + 1 WHERE project_id = NEW.project_id AND id = NEW.team_id;
END;
CREATE TRIGGER conversation_teams_delete AFTER DELETE ON conversation_teams BEGIN
  UPDATE teams SET conversations = conversations - 1 WHERE project_id = OLD.project_id AND id = OLD.team_id;
END;
