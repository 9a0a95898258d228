-- Finds the conversations that quote a message, for an erasure. Few events are quotes.
CREATE INDEX conversation_events_quoted ON conversation_events (project_id, message_id) WHERE kind = 'quoted';
