-- The browsers that get push notifications of a project for a member, as their push services address them.
CREATE TABLE push_subscriptions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  names INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
-- One for each browser, member and project; at the same time the members of a project who have one.
CREATE UNIQUE INDEX push_subscriptions_browser ON push_subscriptions (project_id, account_id, endpoint);
-- For the end of those whose session has ended.
CREATE INDEX push_subscriptions_age ON push_subscriptions (created_at, id);
