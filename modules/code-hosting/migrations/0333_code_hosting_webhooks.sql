-- What GitHub tells by webhooks: the secret of a project, the deliveries that were taken, and what of them conversations have been told.
CREATE TABLE code_hosting_webhooks (
  project_id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  received_at INTEGER,
  failed_at INTEGER,
  installation_state TEXT CHECK (installation_state IN ('suspended', 'deleted')),
  installation_account TEXT,
  installation_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE code_hosting_deliveries (
  project_id TEXT NOT NULL,
  guid TEXT NOT NULL,
  digest TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, guid),
  UNIQUE (project_id, digest)
) WITHOUT ROWID;
CREATE INDEX code_hosting_deliveries_age ON code_hosting_deliveries (received_at);

ALTER TABLE code_hosting_repositories ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_hosting_repositories ADD COLUMN deleted_at INTEGER;
ALTER TABLE code_hosting_repositories ADD COLUMN releases_etag TEXT;
ALTER TABLE code_hosting_repositories ADD COLUMN releases_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX code_hosting_repositories_releases ON code_hosting_repositories (releases_due_at);

ALTER TABLE code_issues ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_issues ADD COLUMN closed_at INTEGER;
ALTER TABLE code_issues ADD COLUMN release_tag TEXT;
ALTER TABLE code_issues ADD COLUMN release_url TEXT;
-- Closed, and still waiting for a release.
CREATE INDEX code_issues_unreleased ON code_issues (project_id, repository, closed_at)
  WHERE state = 'closed' AND release_tag IS NULL AND reason IN ('completed', 'merged');
CREATE INDEX code_issues_place ON code_issues (project_id, repository, number);

ALTER TABLE code_issue_links ADD COLUMN told_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_issue_links ADD COLUMN told_state TEXT;
ALTER TABLE code_issue_links ADD COLUMN told_release TEXT;
ALTER TABLE code_issue_links ADD COLUMN told_messages INTEGER;
UPDATE code_issue_links SET
  told_version = coalesce((SELECT i.version FROM code_issues i WHERE i.project_id = code_issue_links.project_id AND i.id = code_issue_links.issue_id), 0),
  told_state = (SELECT i.state FROM code_issues i WHERE i.project_id = code_issue_links.project_id AND i.id = code_issue_links.issue_id);
-- Which conversations have not been told of an issue's newest version.
CREATE INDEX code_issue_links_told ON code_issue_links (project_id, issue_id, told_version);
