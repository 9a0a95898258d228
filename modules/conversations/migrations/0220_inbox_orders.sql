-- The orders in which the inbox can list a view, beside that by last activity, and how many conversations each view has. Triggers keep both,
-- because status, assignee and waiting change in many places; a change of anything else costs nothing.
-- By how much a conversation comes before others in the order by priority; whoever declares priorities sets it.
ALTER TABLE conversations ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;

-- All orders are descending. by_priority: rank, then the newest. by_waiting: who waits longest; below zero those who wait for nothing, the
-- newest first.
CREATE TABLE conversation_sort_keys (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  status TEXT NOT NULL,
  assignee_id TEXT,
  by_created INTEGER NOT NULL,
  by_priority INTEGER NOT NULL,
  by_waiting INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX conversation_sort_keys_created ON conversation_sort_keys (project_id, status, by_created, conversation_id);
CREATE INDEX conversation_sort_keys_priority ON conversation_sort_keys (project_id, status, by_priority, conversation_id);
CREATE INDEX conversation_sort_keys_waiting ON conversation_sort_keys (project_id, status, by_waiting, conversation_id);
CREATE INDEX conversation_sort_keys_assignee_created ON conversation_sort_keys (project_id, assignee_id, by_created, conversation_id) WHERE status = 'open';
CREATE INDEX conversation_sort_keys_assignee_priority ON conversation_sort_keys (project_id, assignee_id, by_priority, conversation_id) WHERE status = 'open';
CREATE INDEX conversation_sort_keys_assignee_waiting ON conversation_sort_keys (project_id, assignee_id, by_waiting, conversation_id) WHERE status = 'open';

-- list: a status; of open ones also `unassigned`, or `assigned:` and whose.
CREATE TABLE conversation_counts (
  project_id TEXT NOT NULL,
  list TEXT NOT NULL,
  conversations INTEGER NOT NULL,
  checked_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, list)
) WITHOUT ROWID;
CREATE INDEX conversation_counts_due ON conversation_counts (checked_at) WHERE list = 'open';

INSERT INTO conversation_sort_keys (project_id, conversation_id, status, assignee_id, by_created, by_priority, by_waiting)
  SELECT project_id, id, status, assignee_id, created_at, created_at, coalesce(10000000000000 - waiting_since, created_at - 10000000000000) FROM conversations;
INSERT INTO conversation_counts (project_id, list, conversations)
  SELECT project_id, status, count(*) FROM conversations GROUP BY project_id, status
  UNION ALL SELECT project_id, coalesce('assigned:' || assignee_id, 'unassigned'), count(*) FROM conversations WHERE status = 'open' GROUP BY project_id, assignee_id;

CREATE TRIGGER conversation_orders_insert AFTER INSERT ON conversations BEGIN
  INSERT INTO conversation_sort_keys (project_id, conversation_id, status, assignee_id, by_created, by_priority, by_waiting)
    VALUES (NEW.project_id, NEW.id, NEW.status, NEW.assignee_id, NEW.created_at, NEW.rank * 10000000000000 + NEW.created_at, coalesce(10000000000000 - NEW.waiting_since, NEW.created_at - 10000000000000));
  INSERT INTO conversation_counts (project_id, list, conversations)
    SELECT NEW.project_id, value, 1 FROM json_each(json_array(NEW.status, CASE NEW.status WHEN 'open' THEN coalesce('assigned:' || NEW.assignee_id, 'unassigned') END)) WHERE value IS NOT NULL
    ON CONFLICT (project_id, list) DO UPDATE SET conversations = conversations + 1;
END;

CREATE TRIGGER conversation_orders_update AFTER UPDATE OF status, assignee_id, waiting_since, rank ON conversations
WHEN NEW.status IS NOT OLD.status OR NEW.assignee_id IS NOT OLD.assignee_id OR NEW.waiting_since IS NOT OLD.waiting_since OR NEW.rank IS NOT OLD.rank BEGIN
  UPDATE conversation_sort_keys SET status = NEW.status, assignee_id = NEW.assignee_id
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND (NEW.status IS NOT OLD.status OR NEW.assignee_id IS NOT OLD.assignee_id);
  UPDATE conversation_sort_keys SET by_priority = NEW.rank * 10000000000000 + NEW.created_at
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND NEW.rank IS NOT OLD.rank;
  UPDATE conversation_sort_keys SET by_waiting = coalesce(10000000000000 - NEW.waiting_since, NEW.created_at - 10000000000000)
    WHERE project_id = NEW.project_id AND conversation_id = NEW.id AND NEW.waiting_since IS NOT OLD.waiting_since;
END;

CREATE TRIGGER conversation_counts_update AFTER UPDATE OF status, assignee_id ON conversations
WHEN NEW.status IS NOT OLD.status OR (NEW.status = 'open' AND NEW.assignee_id IS NOT OLD.assignee_id) BEGIN
  UPDATE conversation_counts SET conversations = conversations - 1
    WHERE project_id = OLD.project_id AND list IN (CASE WHEN NEW.status IS NOT OLD.status THEN OLD.status END, CASE OLD.status WHEN 'open' THEN coalesce('assigned:' || OLD.assignee_id, 'unassigned') END);
  INSERT INTO conversation_counts (project_id, list, conversations)
    SELECT NEW.project_id, value, 1 FROM json_each(json_array(CASE WHEN NEW.status IS NOT OLD.status THEN NEW.status END, CASE NEW.status WHEN 'open' THEN coalesce('assigned:' || NEW.assignee_id, 'unassigned') END)) WHERE value IS NOT NULL
    ON CONFLICT (project_id, list) DO UPDATE SET conversations = conversations + 1;
END;

CREATE TRIGGER conversation_orders_delete AFTER DELETE ON conversations BEGIN
  DELETE FROM conversation_sort_keys WHERE project_id = OLD.project_id AND conversation_id = OLD.id;
  UPDATE conversation_counts SET conversations = conversations - 1
    WHERE project_id = OLD.project_id AND list IN (OLD.status, CASE OLD.status WHEN 'open' THEN coalesce('assigned:' || OLD.assignee_id, 'unassigned') END);
END;
