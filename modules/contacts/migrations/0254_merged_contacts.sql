-- The contact that this one was merged into, which is never a merged one itself.
ALTER TABLE contacts ADD COLUMN merged_into TEXT;
CREATE INDEX contacts_merged ON contacts (project_id, merged_into) WHERE merged_into IS NOT NULL;
