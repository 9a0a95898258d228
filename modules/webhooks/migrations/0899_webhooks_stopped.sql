-- When, and why, a webhook was stopped: `gone` after 410, or `nothing_accepted`; and how its last attempt ended. NULL while it is not stopped.
ALTER TABLE webhooks ADD COLUMN stopped_at INTEGER;
ALTER TABLE webhooks ADD COLUMN stopped_for TEXT;
ALTER TABLE webhooks ADD COLUMN stopped_status INTEGER;
ALTER TABLE webhooks ADD COLUMN stopped_fault TEXT;
