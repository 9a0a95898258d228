-- What readers search and say, counted by day, and the questions that have no answer yet. Days are counted since 1970.
CREATE TABLE help_search_days (
  project_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  searches INTEGER NOT NULL,
  -- Of these, those that found nothing, and those after which an article was opened.
  without INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  PRIMARY KEY (project_id, day)
);

CREATE TABLE help_search_terms (
  project_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  locale TEXT NOT NULL,
  terms TEXT NOT NULL,
  searches INTEGER NOT NULL,
  without INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, locale, terms)
);
CREATE INDEX help_search_terms_top ON help_search_terms (project_id, day, searches);
CREATE INDEX help_search_terms_without ON help_search_terms (project_id, day, without) WHERE without > 0;
CREATE INDEX help_search_terms_old ON help_search_terms (day);

CREATE TABLE help_feedback_days (
  project_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  article_id TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, article_id)
);
CREATE INDEX help_feedback_days_top ON help_feedback_days (project_id, day, answers);
CREATE INDEX help_feedback_days_old ON help_feedback_days (day);

-- Questions that mean the same. It goes with the last question in it.
CREATE TABLE help_gaps (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  -- As one of them was asked, and its stems as a JSON list.
  question TEXT NOT NULL,
  terms TEXT NOT NULL,
  questions INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'ignored', 'written')),
  -- The article that answers it, as a person says.
  article_id TEXT,
  -- The article in which a search for it finds an answer by now.
  found TEXT,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  changed_by TEXT,
  -- When it is searched for again; null: not while it is ignored.
  look_at INTEGER
);
CREATE UNIQUE INDEX help_gaps_terms ON help_gaps (project_id, locale, terms);
CREATE INDEX help_gaps_state ON help_gaps (project_id, state, questions, id);
CREATE INDEX help_gaps_due ON help_gaps (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE help_gap_terms (
  project_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  term TEXT NOT NULL,
  gap_id TEXT NOT NULL,
  PRIMARY KEY (project_id, locale, term, gap_id)
);
CREATE INDEX help_gap_terms_gap ON help_gap_terms (gap_id);

CREATE TABLE help_questions (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  question TEXT NOT NULL,
  terms TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('search', 'feedback', 'assistant')),
  article_id TEXT,
  conversation_id TEXT,
  -- The answer about an article whose words it is.
  feedback_id TEXT,
  contact_id TEXT,
  -- Null until the schedule has put it to others like it.
  gap_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX help_questions_new ON help_questions (created_at) WHERE gap_id IS NULL;
CREATE INDEX help_questions_gap ON help_questions (gap_id, created_at);
CREATE INDEX help_questions_contact ON help_questions (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX help_questions_feedback ON help_questions (feedback_id) WHERE feedback_id IS NOT NULL;
CREATE INDEX help_questions_old ON help_questions (created_at);

CREATE INDEX help_searches_old ON help_searches (created_at);
CREATE INDEX help_feedback_old ON help_feedback (created_at);
CREATE INDEX help_feedback_words ON help_feedback (project_id, article_id, created_at) WHERE comment IS NOT NULL;
