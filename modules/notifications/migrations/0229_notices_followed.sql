-- Members who chose their notifications before conversations could be followed get those too, as members who never chose do.
UPDATE notice_settings SET events = events | 192;
