-- Silenced conversations are a list of their own in orders and counts, as if it were a status, and no part of the closed ones.
DROP TRIGGER conversation_orders_insert;
DROP TRIGGER conversation_orders_update;
DROP TRIGGER conversation_counts_update;
DROP TRIGGER conversation_orders_delete;

UPDATE conversation_sort_keys SET status = 'silenced'
  WHERE (project_id, conversation_id) IN (SELECT project_id, id FROM conversations WHERE silenced = 1);
UPDATE conversation_counts SET conversations = (SELECT count(*) FROM conversations c WHERE c.project_id = conversation_counts.project_id AND c.status = 'closed' AND c.silenced = 0)
  WHERE list = 'closed';

CREATE TRIGGER conversation_orders_insert AFTER INSERT ON conversations BEGIN
  INSERT INTO conversation_sort_keys (project_id, conversation_id, status, assignee_id, by_created, by_priority, by_waiting)
    VALUES (NEW.project_id, NEW.id, iif(NEW.silenced = 1, 'silenced', NEW.status), NEW.assignee_id, NEW.created_at, NEW.rank * 10000000000000 + NEW.created_at, coalesce(10000000000000 - NEW.waiting_since, NEW.created_at - 10000000000000));
  INSERT INTO conversation_counts (project_id, list, conversations)
    SELECT NEW.project_id, value, 1 FROM json_each(json_array(iif(NEW.silenced = 1, 'silenced', NEW.status), CASE NEW.status WHEN 'open' THEN coalesce('assigned:' || NEW.assignee_id, 'unassigned') END)) WHERE value IS NOT NULL
    ON CONFLICT (project_id, list) DO UPDATE SET conversations = conversations + 1;
END;

CREATE TRIGGER conversation_orders_update AFTER UPDATE OF status, assignee_id, waiting_since, rank, silenced ON conversations
WHEN NEW.status IS NOT OLD.status OR NEW.assignee_id IS NOT OLD.assignee_id OR NEW.waiting_since IS NOT OLD.waiting_since OR NEW.rank IS NOT OLD.rank OR NEW.silenced IS NOT OLD.silenced BEGIN
  UPDATE conversation_sort_keys SET status = iif(NEW.silenced = 1, 'silenced', NEW.status), assignee_id = NEW.assignee_id
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND (NEW.status IS NOT OLD.status OR NEW.assignee_id IS NOT OLD.assignee_id OR NEW.silenced IS NOT OLD.silenced);
  UPDATE conversation_sort_keys SET by_priority = NEW.rank * 10000000000000 + NEW.created_at
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND NEW.rank IS NOT OLD.rank;
  UPDATE conversation_sort_keys SET by_waiting = coalesce(10000000000000 - NEW.waiting_since, NEW.created_at - 10000000000000)
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND NEW.waiting_since IS NOT OLD.waiting_since;
END;

CREATE TRIGGER conversation_counts_update AFTER UPDATE OF status, assignee_id, silenced ON conversations
WHEN NEW.status IS NOT OLD.status OR NEW.silenced IS NOT OLD.silenced OR (NEW.status = 'open' AND NEW.assignee_id IS NOT OLD.assignee_id) BEGIN
  UPDATE conversation_counts SET conversations = conversations - 1
    WHERE project_id = OLD.project_id AND list IN (CASE WHEN NEW.status IS NOT OLD.status OR NEW.silenced IS NOT OLD.silenced THEN iif(OLD.silenced = 1, 'silenced', OLD.status) END, CASE OLD.status WHEN 'open' THEN coalesce('assigned:' || OLD.assignee_id, 'unassigned') END);
  INSERT INTO conversation_counts (project_id, list, conversations)
    SELECT NEW.project_id, value, 1 FROM json_each(json_array(CASE WHEN NEW.status IS NOT OLD.status OR NEW.silenced IS NOT OLD.silenced THEN iif(NEW.silenced = 1, 'silenced', NEW.status) END, CASE NEW.status WHEN 'open' THEN coalesce('assigned:' || NEW.assignee_id, 'unassigned') END)) WHERE value IS NOT NULL
    ON CONFLICT (project_id, list) DO UPDATE SET conversations = conversations + 1;
END;

CREATE TRIGGER conversation_orders_delete AFTER DELETE ON conversations BEGIN
  DELETE FROM conversation_sort_keys WHERE project_id = OLD.project_id AND conversation_id = OLD.id;
  UPDATE conversation_counts SET conversations = conversations - 1
    WHERE project_id = OLD.project_id AND list IN (iif(OLD.silenced = 1, 'silenced', OLD.status), CASE OLD.status WHEN 'open' THEN coalesce('assigned:' || OLD.assignee_id, 'unassigned') END);
END;
