CREATE TABLE canned_replies (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  owner_id TEXT,
  title TEXT NOT NULL,
  shortcut TEXT,
  content TEXT NOT NULL,
  file_ids TEXT NOT NULL DEFAULT '[]',
  version INTEGER NOT NULL DEFAULT 1,
  uses INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  last_use TEXT,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  deleted_at INTEGER,
  UNIQUE (project_id, created_by, client_id)
);
CREATE INDEX canned_replies_of_owner ON canned_replies (project_id, owner_id, created_at) WHERE deleted_at IS NULL;
-- One word stands for one reply, among the shared ones and among those of a member.
CREATE UNIQUE INDEX canned_replies_shortcut ON canned_replies (project_id, ifnull(owner_id, ''), shortcut) WHERE deleted_at IS NULL AND shortcut IS NOT NULL;
CREATE INDEX canned_replies_deleted ON canned_replies (deleted_at) WHERE deleted_at IS NOT NULL;
