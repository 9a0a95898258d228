-- When a rule last sent a reply in a conversation: what keeps rules from answering again and again. A row says nothing any more after a day.
CREATE TABLE automation_replies (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, rule_id)
) WITHOUT ROWID;
CREATE INDEX automation_replies_sent ON automation_replies (sent_at);
