-- What is known of the visitor's latest visit: browser, system, language, time zone, where they came from. JSON; null before any.
ALTER TABLE contacts ADD COLUMN visit TEXT;
