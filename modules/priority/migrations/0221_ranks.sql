-- The place of a priority in the inbox's order by priority.
UPDATE conversations SET rank = (SELECT CASE p.priority WHEN 'low' THEN 1 WHEN 'normal' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 ELSE 0 END FROM conversation_priorities p WHERE p.project_id = conversations.project_id AND p.conversation_id = conversations.id)
  WHERE EXISTS (SELECT 1 FROM conversation_priorities p WHERE p.project_id = conversations.project_id AND p.conversation_id = conversations.id);
