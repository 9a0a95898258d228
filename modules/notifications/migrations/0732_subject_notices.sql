-- What members are told of that is no conversation: one row for each member, event and thing.
CREATE TABLE subject_notices (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  event TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  listed INTEGER NOT NULL,
  at INTEGER NOT NULL,
  read_at INTEGER,
  -- When it is mailed, if it is still news then; NULL: not, or done.
  due_at INTEGER,
  -- The mail of the outbox.
  delivery_id TEXT,
  PRIMARY KEY (project_id, account_id, event, subject_id)
) WITHOUT ROWID;
CREATE INDEX subject_notices_newest ON subject_notices (project_id, account_id, at);
CREATE INDEX subject_notices_due ON subject_notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX subject_notices_mail ON subject_notices (project_id, delivery_id) WHERE delivery_id IS NOT NULL;
CREATE INDEX subject_notices_age ON subject_notices (at);

-- Members who chose their notifications before evaluations were repeated by a plan get their findings too, as members who never chose do.
UPDATE notice_settings SET events = events | 2048, bell = bell | 2048 WHERE EXISTS (
  SELECT 1 FROM memberships m WHERE m.project_id = notice_settings.project_id AND m.account_id = notice_settings.account_id AND m.role <> 'operator');
