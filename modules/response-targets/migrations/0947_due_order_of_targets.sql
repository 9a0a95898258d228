-- The open target of a conversation that is due first gives it its place in the order by what falls due.
CREATE TRIGGER response_clocks_order AFTER UPDATE OF due_at, ended_at, live ON response_clocks
WHEN NEW.due_at IS NOT OLD.due_at OR NEW.ended_at IS NOT OLD.ended_at OR NEW.live IS NOT OLD.live BEGIN
  UPDATE conversation_sort_keys SET due_at = (SELECT min(t.due_at) FROM response_clocks t WHERE t.project_id = NEW.project_id AND t.conversation_id = NEW.conversation_id AND t.live = 1 AND t.ended_at IS NULL)
    WHERE project_id = NEW.project_id AND conversation_id = NEW.conversation_id
      AND due_at IS NOT (SELECT min(t.due_at) FROM response_clocks t WHERE t.project_id = NEW.project_id AND t.conversation_id = NEW.conversation_id AND t.live = 1 AND t.ended_at IS NULL);
END;
UPDATE conversation_sort_keys SET due_at = (SELECT min(t.due_at) FROM response_clocks t WHERE t.project_id = conversation_sort_keys.project_id AND t.conversation_id = conversation_sort_keys.conversation_id AND t.live = 1 AND t.ended_at IS NULL)
  WHERE (project_id, conversation_id) IN (SELECT t.project_id, t.conversation_id FROM response_clocks t WHERE t.live = 1 AND t.ended_at IS NULL AND t.due_at IS NOT NULL);
