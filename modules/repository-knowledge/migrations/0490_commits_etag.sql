-- The entity tags of the latest release and of the commits after it, with what the release said, so that a sync of nothing new asks for nothing more.
ALTER TABLE repository_knowledge ADD COLUMN commits_etag TEXT;
