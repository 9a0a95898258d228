-- Members who chose their notifications before notes could mention them get those of mentions too, as members who never chose do.
UPDATE notice_settings SET events = events | 256;
