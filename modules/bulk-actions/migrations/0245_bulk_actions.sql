-- An action on many conversations at once: a job applies it to its items one by one, and may take it back.
CREATE TABLE bulk_actions (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  action TEXT NOT NULL,
  value TEXT NOT NULL,
  list TEXT,
  cursor TEXT,
  state TEXT NOT NULL CHECK (state IN ('gathering', 'running', 'done', 'stopped', 'undoing', 'undone')),
  conversations INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  same INTEGER NOT NULL DEFAULT 0,
  passed_over INTEGER NOT NULL DEFAULT 0,
  undone INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  more INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX bulk_actions_client ON bulk_actions (project_id, account_id, client_id);
CREATE INDEX bulk_actions_unfinished ON bulk_actions (project_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX bulk_actions_old ON bulk_actions (created_at);

-- A conversation of such an action. before_revision and inverse: what it was, and the value that takes the action back.
CREATE TABLE bulk_action_items (
  project_id TEXT NOT NULL,
  bulk_action_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  before_revision INTEGER,
  inverse TEXT,
  outcome TEXT CHECK (outcome IN ('changed', 'same', 'stale', 'refused')),
  undo TEXT CHECK (undo IN ('undone', 'kept')),
  PRIMARY KEY (project_id, bulk_action_id, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX bulk_action_items_conversation ON bulk_action_items (project_id, bulk_action_id, conversation_id);
CREATE INDEX bulk_action_items_waiting ON bulk_action_items (project_id, bulk_action_id, place) WHERE outcome IS NULL;
CREATE INDEX bulk_action_items_to_undo ON bulk_action_items (project_id, bulk_action_id, place) WHERE outcome = 'changed' AND undo IS NULL;
CREATE INDEX bulk_action_items_passed_over ON bulk_action_items (project_id, bulk_action_id, place) WHERE outcome IN ('stale', 'refused');
