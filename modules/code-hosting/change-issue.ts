// Stores what GitHub says of an issue, whether it was asked or told us by itself, with the job that tells the conversations.
import type { SQL } from "#kernel/db/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { FoundIssue } from "./issue.ts";
import { dueIn } from "./link-issue.ts";
import { type StoredIssue, writeSeen } from "./queries.ts";
import { writeReleasesAnew } from "./release-queries.ts";
import { tellOf } from "./tell-conversations.ts";

export interface Change {
  readonly statements: readonly SQL[];
  readonly jobIds: readonly string[];
}
/**
 * The statements that store the issue as it was found. They change nothing if it was changed here meanwhile, or if something newer is known.
 * `etag`: of the answer, or null if it was told without one.
 */
export function changeOf(issue: StoredIssue, found: FoundIssue, { etag, now }: { etag: string | null; now: number }): Change {
  const seen = writeSeen(issue, found, { etag, now, dueAt: now + dueIn(found.state) });
  if (found.state === issue.state) return { statements: [seen], jobIds: [] };
  const { projectId, id: issueId, version } = issue;
  const tell = tellOf({ projectId, issueId, version: version + 1, now }, sql`changes() > 0`);
  // A release that was published after the closing may have been seen before the closing was.
  const anew = found.state === "closed" ? [writeReleasesAnew(projectId, found.repository, now)] : [];
  return { statements: [seen, tell.statement, ...anew], jobIds: [tell.jobId] };
}
