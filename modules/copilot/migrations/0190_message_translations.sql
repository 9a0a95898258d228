-- Translations of messages for the team, so that a message is paid once for each language.
CREATE TABLE message_translations (
  project_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  content TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, message_id, locale)
) WITHOUT ROWID;
CREATE INDEX message_translations_contact ON message_translations (project_id, contact_id);
