-- Conversations that began with a mail before 0146. An erasure has emptied the subjects of its mails, so nothing of it comes back.
UPDATE conversations SET subject = nullif(trim(substr((
    SELECT m.subject FROM mails m
    WHERE m.project_id = conversations.project_id AND m.conversation_id = conversations.id
    ORDER BY m.created_at LIMIT 1
  ), 1, 200)), '')
WHERE door = 'email'
  AND NOT EXISTS (
    SELECT 1 FROM contacts k
    WHERE k.project_id = conversations.project_id AND k.id = conversations.contact_id AND k.state IN ('erasing', 'erased')
  );
