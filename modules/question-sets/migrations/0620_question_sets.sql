-- Sets of questions by which the assistant is evaluated. Each change of the questions is a version.
CREATE TABLE question_sets (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- Questions of the newest version.
  questions INTEGER NOT NULL,
  -- The place of the next question.
  next_place INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER
);
CREATE UNIQUE INDEX question_sets_client ON question_sets (project_id, client_id);
CREATE INDEX question_sets_listed ON question_sets (project_id, id) WHERE archived_at IS NULL;

-- Questions never change: a changed one is a row of its own at the same place, so that a result says what was asked.
CREATE TABLE set_questions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  -- The first version that has it, and the first that does not; null: the newest one has it.
  since INTEGER NOT NULL,
  until INTEGER,
  question TEXT NOT NULL,
  topic TEXT NOT NULL,
  locale TEXT NOT NULL,
  channel TEXT NOT NULL,
  asker TEXT NOT NULL,
  outcome TEXT NOT NULL,
  facts TEXT NOT NULL,
  forbidden TEXT NOT NULL,
  sources TEXT NOT NULL,
  origin TEXT NOT NULL,
  -- Whose words the question was made from.
  contact_id TEXT,
  conversation_id TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  erased_at INTEGER
);
CREATE UNIQUE INDEX set_questions_client ON set_questions (project_id, set_id, client_id);
CREATE INDEX set_questions_now ON set_questions (project_id, set_id, place) WHERE until IS NULL;
CREATE INDEX set_questions_contact ON set_questions (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Whether questions may be made from conversations of customers. Without a row they may not.
CREATE TABLE question_settings (
  project_id TEXT NOT NULL PRIMARY KEY,
  use_conversations INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
