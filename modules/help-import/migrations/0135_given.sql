-- Why the schedule did not publish a text: giver = who scheduled it may no longer publish, text = there was nothing to publish.
ALTER TABLE help_article_texts ADD COLUMN schedule_failed_at INTEGER;
ALTER TABLE help_article_texts ADD COLUMN schedule_failed TEXT CHECK (schedule_failed IN ('giver', 'text', 'trouble'));

-- For whom a run works: who started it, went on with it or undid it last. It stops when that person may no longer import.
ALTER TABLE help_import_runs ADD COLUMN given_by TEXT NOT NULL DEFAULT '';
UPDATE help_import_runs SET given_by = created_by;
-- Articles that fewer people may read since the run.
ALTER TABLE help_import_runs ADD COLUMN narrowed INTEGER NOT NULL DEFAULT 0;

-- Who may read the article as an import last said; null = a person may have chosen it, so an import only narrows it.
ALTER TABLE help_import_items ADD COLUMN audience TEXT CHECK (audience IN ('public', 'members', 'told'));
-- Whether an import last wanted readers to see the text.
ALTER TABLE help_import_items ADD COLUMN publish INTEGER NOT NULL DEFAULT 1;
UPDATE help_import_items SET
  audience = (SELECT a.audience FROM help_articles a JOIN help_import_runs r ON r.id = help_import_items.run_id AND r.project_id = a.project_id
    WHERE a.project_id = help_import_items.project_id AND a.id = help_import_items.article_id AND a.audience = r.options ->> 'audience'),
  publish = coalesce((SELECT r.options ->> 'publish' FROM help_import_runs r WHERE r.id = help_import_items.run_id AND r.project_id = help_import_items.project_id), 1);
