-- Members who chose their notifications before customers could rate conversations get bad ratings too, as members who never chose do.
UPDATE notice_settings SET events = events | 2048, bell = bell | 2048, push = push | 2048;
