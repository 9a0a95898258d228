-- Owners and admins who chose their notifications before stopped webhooks were told of are told of them too, as those who never chose are.
UPDATE notice_settings SET events = events | 131072, bell = bell | 131072 WHERE EXISTS (
  SELECT 1 FROM memberships m WHERE m.project_id = notice_settings.project_id AND m.account_id = notice_settings.account_id AND m.role <> 'operator');
