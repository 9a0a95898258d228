-- Members who chose their notifications before there were monitoring rules get those of rules too, as members who never chose do.
UPDATE notice_settings SET events = events | 32;
