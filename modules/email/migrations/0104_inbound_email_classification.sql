-- The classification of a mail, recorded before it is admitted. Null = written earlier: classified when next claimed.
ALTER TABLE inbound_mail_receipts ADD COLUMN classified_at INTEGER;
ALTER TABLE inbound_mail_receipts ADD COLUMN automatic INTEGER;
ALTER TABLE inbound_mail_receipts ADD COLUMN reasons TEXT;
CREATE INDEX inbound_mail_receipts_unclassified ON inbound_mail_receipts (received_at) WHERE classified_at IS NULL;
