-- Who set the schedule of a website: it runs while that person may fetch websites for the project.
ALTER TABLE knowledge_websites ADD COLUMN given_by TEXT;
UPDATE knowledge_websites SET given_by = (SELECT s.created_by FROM knowledge_sources s WHERE s.id = knowledge_websites.source_id AND s.project_id = knowledge_websites.project_id);
