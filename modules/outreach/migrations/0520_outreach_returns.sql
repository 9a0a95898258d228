-- When a mail of it came back, or its recipient complained or opted out, also after its end: each counts once in the results.
ALTER TABLE outreach_sequences ADD COLUMN returned_at INTEGER;
ALTER TABLE outreach_sequences ADD COLUMN opted_out_at INTEGER;
