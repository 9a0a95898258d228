-- Whether a model wrote these words, and nobody has changed them since.
ALTER TABLE outreach_mails ADD COLUMN by_model INTEGER NOT NULL DEFAULT 0;
