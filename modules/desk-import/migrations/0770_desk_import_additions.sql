-- What a run added to a conversation that an earlier run had made, and how the conversation was before: an undo takes it back.
CREATE TABLE desk_import_additions (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- The conversation's revisions before the run's first message and after its last one.
  before_revision INTEGER NOT NULL,
  after_revision INTEGER NOT NULL,
  -- The ticket's last change at the source, as the item had it.
  changed TEXT NOT NULL,
  last_activity_at INTEGER NOT NULL,
  -- JSON: status, assignee and waiting; null where somebody had worked on the conversation, so that the run left them.
  state TEXT,
  -- JSON list of ids.
  tags TEXT NOT NULL,
  PRIMARY KEY (project_id, run_id, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_additions_conversation ON desk_import_additions (project_id, conversation_id);

-- Tags that a run made, with the names that it gave them.
CREATE TABLE desk_import_tags (
  project_id TEXT NOT NULL,
  tag_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (project_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_tags_run ON desk_import_tags (project_id, run_id);
