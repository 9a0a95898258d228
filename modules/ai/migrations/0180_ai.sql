-- The model that a project has chosen for a purpose.
CREATE TABLE ai_models (
  project_id TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('reply', 'assist', 'context')),
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  PRIMARY KEY (project_id, purpose)
) WITHOUT ROWID;

-- What the last test of a model found out.
CREATE TABLE ai_model_tests (
  project_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  tested_at INTEGER NOT NULL,
  works INTEGER NOT NULL,
  -- 1 = can, 0 = cannot, null = not known.
  tools INTEGER,
  images INTEGER,
  PRIMARY KEY (project_id, provider, model)
) WITHOUT ROWID;

-- Calls of models: written before the call, settled after it.
CREATE TABLE ai_calls (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'done', 'failed', 'lost')),
  started_at INTEGER NOT NULL,
  -- A call that has not ended by then is lost: its worker died.
  deadline_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- What it may cost at most, in millionths of a US dollar; what a lost call counts.
  estimate INTEGER NOT NULL,
  input_tokens INTEGER,
  cached_tokens INTEGER,
  output_tokens INTEGER,
  cost INTEGER,
  -- provider, set, list, dearest, own; of a lost call: estimate.
  price_source TEXT,
  -- The id by which the provider knows the call.
  provider_request TEXT,
  -- The kind of error of a failed call.
  error TEXT,
  -- Counters of the day that it reserved, as JSON.
  counted TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX ai_calls_project ON ai_calls (project_id, started_at);
CREATE INDEX ai_calls_started ON ai_calls (deadline_at) WHERE state = 'started';

-- Sums of a day (UTC), for ceilings and screens.
CREATE TABLE ai_usage (
  project_id TEXT NOT NULL,
  day TEXT NOT NULL,
  -- reply, assist, context, test, embedding
  purpose TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  -- In millionths of a US dollar.
  cost INTEGER NOT NULL,
  -- Calls whose cost is not known: a model without a price, or a lost call.
  estimated INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, purpose, provider, model)
) WITHOUT ROWID;
CREATE INDEX ai_usage_day ON ai_usage (day);

-- Embeddings were counted in a table of their own, which did not keep the model. It stays for a version that still runs.
INSERT INTO ai_usage (project_id, day, purpose, provider, model, calls, failed, input_tokens, output_tokens, cost, estimated)
  SELECT project_id, day, 'embedding', '', '', 0, 0, tokens, 0, cost, 0 FROM knowledge_embedding_usage;
