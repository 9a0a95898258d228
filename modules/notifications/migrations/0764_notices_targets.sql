-- Members who chose their notifications before there were response-time targets are told of them too, as members who never chose are.
UPDATE notice_settings SET events = events | 24576, bell = bell | 24576, push = push | 24576;
