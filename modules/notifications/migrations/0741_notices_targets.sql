-- Members who chose their notifications before there were response-time targets are told of them too, as members who never chose are.
UPDATE notice_settings SET events = events | 6144, bell = bell | 6144, push = push | 6144;
