-- How many customers an issue concerns, kept at GitHub if a project wants that.
CREATE TABLE code_issue_count_settings (
  project_id TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('nothing', 'comment', 'label')),
  walked TEXT
) WITHOUT ROWID;
CREATE INDEX code_issue_count_settings_walk ON code_issue_count_settings (project_id) WHERE walked IS NOT NULL;

CREATE TABLE code_issue_counts (
  project_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  not_before INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  repository TEXT,
  number INTEGER,
  mode TEXT CHECK (mode IN ('comment', 'label')),
  count INTEGER,
  marker TEXT,
  comment_id TEXT,
  written_at INTEGER,
  fault TEXT,
  PRIMARY KEY (project_id, issue_id)
) WITHOUT ROWID;
CREATE INDEX code_issue_counts_due ON code_issue_counts (due_at);
CREATE INDEX code_issue_counts_fault ON code_issue_counts (project_id) WHERE fault IS NOT NULL;

-- By triggers, so that no place that links or unlinks can forget it.
CREATE TRIGGER code_issue_links_counted AFTER INSERT ON code_issue_links
WHEN EXISTS (SELECT 1 FROM code_issue_count_settings s WHERE s.project_id = NEW.project_id AND s.mode <> 'nothing') BEGIN
  INSERT INTO code_issue_counts (project_id, issue_id, due_at) VALUES (NEW.project_id, NEW.issue_id, 0)
  ON CONFLICT (project_id, issue_id) DO UPDATE SET due_at = min(due_at, not_before), changes = changes + 1;
END;
CREATE TRIGGER code_issue_links_counted_again AFTER UPDATE OF issue_id ON code_issue_links
WHEN EXISTS (SELECT 1 FROM code_issue_count_settings s WHERE s.project_id = NEW.project_id AND s.mode <> 'nothing') BEGIN
  INSERT INTO code_issue_counts (project_id, issue_id, due_at) VALUES (NEW.project_id, NEW.issue_id, 0)
  ON CONFLICT (project_id, issue_id) DO UPDATE SET due_at = min(due_at, not_before), changes = changes + 1;
  UPDATE code_issue_counts SET due_at = min(due_at, not_before), changes = changes + 1 WHERE project_id = OLD.project_id AND issue_id = OLD.issue_id;
END;
CREATE TRIGGER code_issue_links_uncounted AFTER DELETE ON code_issue_links BEGIN
  UPDATE code_issue_counts SET due_at = min(due_at, not_before), changes = changes + 1 WHERE project_id = OLD.project_id AND issue_id = OLD.issue_id;
END;
