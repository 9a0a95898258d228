-- So that what belongs to a project can be found, as the rows of every table.
CREATE INDEX lead_research_pages_project ON lead_research_pages (project_id, run_id);
CREATE INDEX lead_statements_project ON lead_statements (project_id, lead_id);
CREATE INDEX lead_answers_project ON lead_answers (project_id, lead_id);
