-- The conversation's revision when there was something to tell the customer: only a person's message after it has told them, and a rule's has not.
-- NULL for what an earlier release noted.
ALTER TABLE code_issue_links ADD COLUMN told_revision INTEGER;
