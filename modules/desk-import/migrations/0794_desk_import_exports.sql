-- The uploaded export that a run reads; NULL: it reads the help desk itself.
ALTER TABLE desk_import_runs ADD COLUMN export_id TEXT;
