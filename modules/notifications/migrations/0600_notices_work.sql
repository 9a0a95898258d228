-- Members who chose their notifications before delegated work could ask get its questions too, as members who never chose do.
UPDATE notice_settings SET events = events | 1024, bell = bell | 1024, push = push | 1024;
