-- Members who chose their notifications before replies could be scheduled learn of those that were not sent, as members who never chose do.
UPDATE notice_settings SET events = events | 32768, bell = bell | 32768, push = push | 32768;
