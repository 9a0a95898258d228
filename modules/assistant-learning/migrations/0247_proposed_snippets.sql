-- The snippet that a proposal changes, and its source; null for articles.
ALTER TABLE learning_proposals ADD COLUMN item_id TEXT;
ALTER TABLE learning_proposals ADD COLUMN source_id TEXT;
