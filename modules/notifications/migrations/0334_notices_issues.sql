-- Members who chose their notifications before linked issues had any get those too, as members who never chose do.
UPDATE notice_settings SET events = events | 512, bell = bell | 512, push = push | 512;
