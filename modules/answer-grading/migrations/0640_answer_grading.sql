-- Grades of what runs of an evaluation answered, beside the rule: by a judge model and by people.

-- One judging asks a model about each answer of a run, by a rubric, within a budget of its own.
CREATE TABLE judgings (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  model TEXT NOT NULL,
  rubric TEXT NOT NULL,
  budget INTEGER NOT NULL,
  -- The most that one answer may cost.
  most INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'failed', 'cancelled')),
  reason TEXT,
  detail TEXT,
  wanted INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  review INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE UNIQUE INDEX judgings_client ON judgings (project_id, client_id);
CREATE UNIQUE INDEX judgings_open ON judgings (project_id) WHERE ended_at IS NULL;
CREATE INDEX judgings_run ON judgings (project_id, run_id, id);

CREATE TABLE judgements (
  project_id TEXT NOT NULL,
  judging_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  contact_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'asking', 'passed', 'failed', 'needs_review', 'erased')),
  -- The call that is being made, or whose outcome nobody knows.
  call_id TEXT,
  reason TEXT,
  scores TEXT NOT NULL,
  cost INTEGER NOT NULL,
  took INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, judging_id, place)
) WITHOUT ROWID;
CREATE INDEX judgements_state ON judgements (project_id, judging_id, state, place);
CREATE INDEX judgements_answer ON judgements (project_id, run_id, place, judging_id);
CREATE INDEX judgements_contact ON judgements (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Two runs whose answers people compare without knowing which is which.
CREATE TABLE blind_gradings (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  first_run TEXT NOT NULL,
  second_run TEXT NOT NULL,
  -- Random; decides with grader and question which answer stands first.
  seed TEXT NOT NULL,
  wanted INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX blind_gradings_client ON blind_gradings (project_id, client_id);
CREATE INDEX blind_gradings_project ON blind_gradings (project_id, id);

CREATE TABLE blind_choices (
  project_id TEXT NOT NULL,
  grading_id TEXT NOT NULL,
  grader TEXT NOT NULL,
  place INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  contact_id TEXT,
  choice TEXT NOT NULL CHECK (choice IN ('first', 'second', 'same', 'both_bad')),
  comment TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, grading_id, grader, place)
) WITHOUT ROWID;
CREATE INDEX blind_choices_contact ON blind_choices (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Whether one answer of a run is good, by a person. Given once.
CREATE TABLE answer_verdicts (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  grader TEXT NOT NULL,
  question_id TEXT NOT NULL,
  contact_id TEXT,
  verdict TEXT NOT NULL CHECK (verdict IN ('passed', 'failed')),
  comment TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, run_id, place, grader)
) WITHOUT ROWID;
CREATE INDEX answer_verdicts_contact ON answer_verdicts (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Who grades a run or a blind grading, and how far they are. Few, so that everything of one is read at once.
CREATE TABLE graders (
  project_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  grader TEXT NOT NULL,
  given INTEGER NOT NULL,
  -- From then on they see the results of a blind grading, and grade no more.
  finished_at INTEGER,
  PRIMARY KEY (project_id, subject_id, grader)
) WITHOUT ROWID;

-- An answer with all its grades, written anew with each of them.
CREATE TABLE graded_answers (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  contact_id TEXT,
  rule TEXT NOT NULL,
  judge TEXT,
  people_passed INTEGER NOT NULL,
  people_failed INTEGER NOT NULL,
  disagrees INTEGER NOT NULL,
  -- What a person decided where they differ.
  decision TEXT CHECK (decision IN ('passed', 'failed')),
  decided_by TEXT,
  decided_at INTEGER,
  comment TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, run_id, place)
) WITHOUT ROWID;
CREATE INDEX graded_answers_open ON graded_answers (project_id, run_id, place) WHERE disagrees = 1 AND decision IS NULL;
CREATE INDEX graded_answers_decided ON graded_answers (project_id, run_id, place) WHERE decision IS NOT NULL;
CREATE INDEX graded_answers_contact ON graded_answers (project_id, contact_id) WHERE contact_id IS NOT NULL;
