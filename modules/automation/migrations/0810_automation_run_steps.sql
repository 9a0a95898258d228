-- What a run does, as its rule was when it began: so that a run that broke off is finished as it was begun.
ALTER TABLE automation_runs ADD COLUMN steps TEXT NOT NULL DEFAULT '[]';
ALTER TABLE automation_runs ADD COLUMN note TEXT NOT NULL DEFAULT '';
