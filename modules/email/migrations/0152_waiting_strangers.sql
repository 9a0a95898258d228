-- The person for whom the recipients of a waiting mail count, while they are to be counted.
ALTER TABLE mail_deliveries ADD COLUMN strangers_by TEXT;
