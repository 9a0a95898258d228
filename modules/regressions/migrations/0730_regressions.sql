-- When a project's assistant is evaluated without anybody starting it, and what that may cost.
CREATE TABLE regression_plans (
  project_id TEXT PRIMARY KEY NOT NULL,
  set_id TEXT NOT NULL,
  schedule TEXT NOT NULL CHECK (schedule IN ('off', 'daily', 'weekly')),
  -- 1: Monday to 7: Sunday.
  weekday INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  time_zone TEXT NOT NULL,
  on_knowledge INTEGER NOT NULL,
  -- Hours between two runs after changes of the knowledge.
  gap_hours INTEGER NOT NULL,
  -- Millionths of a US dollar.
  run_budget INTEGER NOT NULL,
  month_budget INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  -- When the schedule is due; NULL: off.
  next_at INTEGER,
  -- When the knowledge is looked at; NULL: never.
  check_at INTEGER,
  -- When the last run was started or left out.
  last_at INTEGER,
  -- The knowledge that the last run had, and the one that was seen when it was looked at last.
  run_mark TEXT NOT NULL,
  seen_mark TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX regression_plans_next ON regression_plans (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX regression_plans_check ON regression_plans (check_at) WHERE check_at IS NOT NULL;

-- Each time that a plan was due: the run that it started with what its comparison found, or why none was started.
CREATE TABLE regressions (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('schedule', 'knowledge')),
  due_at INTEGER NOT NULL,
  -- Of the plan's time zone: 2026-11.
  month TEXT NOT NULL,
  set_id TEXT NOT NULL,
  run_id TEXT,
  budget INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'first', 'compared', 'not_run', 'not_finished')),
  reason TEXT,
  detail TEXT,
  baseline_run_id TEXT,
  worse INTEGER NOT NULL,
  better INTEGER NOT NULL,
  compared INTEGER NOT NULL,
  -- The difference of the shares of passed questions with its interval, in thousandths.
  difference INTEGER,
  low INTEGER,
  high INTEGER,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX regressions_due ON regressions (project_id, cause, due_at);
CREATE INDEX regressions_project ON regressions (project_id, id);
CREATE INDEX regressions_month ON regressions (project_id, month);
CREATE INDEX regressions_running ON regressions (created_at) WHERE state = 'running';

-- What got worse, until somebody accepts or dismisses it.
CREATE TABLE regression_reviews (
  project_id TEXT NOT NULL,
  regression_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed')),
  -- JSON: ids of the questions that got worse, those first whose failure weighs more.
  worse TEXT NOT NULL,
  reason TEXT,
  -- The request that decided it.
  decision TEXT,
  decided_by TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, regression_id)
) WITHOUT ROWID;
CREATE INDEX regression_reviews_open ON regression_reviews (project_id, created_at) WHERE state = 'open';

-- What runs are compared with: the run of a configuration that was accepted last, of each set.
CREATE TABLE regression_baselines (
  project_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  config_hash TEXT NOT NULL,
  run_id TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, set_id, config_hash)
) WITHOUT ROWID;
