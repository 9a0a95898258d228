-- Views of the inbox that people save: conditions, and an index of the conversations that meet them.
CREATE TABLE saved_views (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('personal', 'shared', 'draft', 'module')),
  owner_id TEXT,
  name TEXT NOT NULL,
  icon TEXT NOT NULL,
  place INTEGER NOT NULL,
  conditions TEXT NOT NULL,
  sort TEXT NOT NULL,
  index_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  deleted_at INTEGER,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX saved_views_client ON saved_views (project_id, created_by, client_id);
CREATE UNIQUE INDEX saved_views_module ON saved_views (project_id, name) WHERE kind = 'module';
CREATE UNIQUE INDEX saved_views_draft ON saved_views (project_id, owner_id) WHERE kind = 'draft';
CREATE INDEX saved_views_old_drafts ON saved_views (changed_at) WHERE kind = 'draft';
CREATE INDEX saved_views_deleted ON saved_views (deleted_at) WHERE deleted_at IS NOT NULL;

-- The index of a view. Other conditions make another index: conversations are entered page by page, the newest first, until `entered_to` is
-- null; one that no view uses any more is emptied page by page.
CREATE TABLE saved_view_indexes (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  matches TEXT NOT NULL,
  entered_to TEXT,
  looked_at INTEGER NOT NULL DEFAULT 0,
  conversations INTEGER NOT NULL DEFAULT 0,
  dropped_at INTEGER,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE INDEX saved_view_indexes_live ON saved_view_indexes (project_id, id) WHERE dropped_at IS NULL;
CREATE INDEX saved_view_indexes_dropped ON saved_view_indexes (dropped_at) WHERE dropped_at IS NOT NULL;

CREATE TABLE saved_view_rows (
  project_id TEXT NOT NULL,
  index_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  by_activity INTEGER NOT NULL,
  by_created INTEGER NOT NULL,
  by_priority INTEGER NOT NULL,
  by_waiting INTEGER NOT NULL,
  PRIMARY KEY (project_id, index_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX saved_view_rows_activity ON saved_view_rows (project_id, index_id, by_activity, conversation_id);
CREATE INDEX saved_view_rows_created ON saved_view_rows (project_id, index_id, by_created, conversation_id);
CREATE INDEX saved_view_rows_priority ON saved_view_rows (project_id, index_id, by_priority, conversation_id);
CREATE INDEX saved_view_rows_waiting ON saved_view_rows (project_id, index_id, by_waiting, conversation_id);
CREATE TRIGGER saved_view_rows_entered AFTER INSERT ON saved_view_rows BEGIN
  UPDATE saved_view_indexes SET conversations = conversations + 1 WHERE project_id = NEW.project_id AND id = NEW.index_id;
END;
CREATE TRIGGER saved_view_rows_left AFTER DELETE ON saved_view_rows BEGIN
  UPDATE saved_view_indexes SET conversations = conversations - 1 WHERE project_id = OLD.project_id AND id = OLD.index_id;
END;

-- How far the events of a project are entered into its indexes. A project that never had a view has no row.
CREATE TABLE saved_view_walks (
  project_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  by_contact INTEGER NOT NULL DEFAULT 0,
  walked_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX saved_view_walks_due ON saved_view_walks (walked_at);

-- Contacts whose details changed, which is no event of a conversation. after: their conversations up to it are done.
CREATE TABLE saved_view_contacts (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  after TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, contact_id)
) WITHOUT ROWID;
CREATE TRIGGER saved_view_contacts_changed AFTER UPDATE OF metadata, visit ON contacts
WHEN (NEW.metadata IS NOT OLD.metadata OR NEW.visit ->> '$.language' IS NOT OLD.visit ->> '$.language')
  AND EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (NEW.project_id, NEW.id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
