-- Of the trigger `assistant_outcome`: how the assistant's round has to end.
ALTER TABLE automation_rules ADD COLUMN outcomes TEXT NOT NULL DEFAULT '[]';
