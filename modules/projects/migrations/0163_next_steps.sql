-- Whether a member has hidden the next steps of a new project.
ALTER TABLE memberships ADD COLUMN steps_hidden_at INTEGER;
