-- Members who chose their notifications before customers could rate conversations get bad ratings too, as members who never chose do.
UPDATE notice_settings SET events = events | 4096, bell = bell | 4096, push = push | 4096;
