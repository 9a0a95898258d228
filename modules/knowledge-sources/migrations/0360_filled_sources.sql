-- Sources that another module fills from a service: its name, and how that goes. Their kind is `website`, because the kinds are fixed.
ALTER TABLE knowledge_sources ADD COLUMN filled_by TEXT;
ALTER TABLE knowledge_sources ADD COLUMN filled_state TEXT CHECK (filled_state IN ('running', 'failed'));
