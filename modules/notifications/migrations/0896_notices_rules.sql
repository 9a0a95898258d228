-- The name of the rule that notified, as it was then; NULL for everything else.
ALTER TABLE bell_entries ADD COLUMN title TEXT;
-- Of a waiting notification: a JSON list of such names.
ALTER TABLE notices ADD COLUMN titles TEXT;
-- Members who chose their notifications before rules could notify are told by them too, as members who never chose are.
UPDATE notice_settings SET events = events | 65536, bell = bell | 65536, push = push | 65536;
