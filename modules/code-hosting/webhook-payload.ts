// Reads what GitHub tells by a webhook (https://docs.github.com/webhooks/webhook-events-and-payloads). Pure. Unknown fields are ignored.
import * as v from "valibot";
import { REPOSITORY } from "./contract.ts";
import { type FoundIssue, issueOf, Moment } from "./issue.ts";
import { releaseOf, type Release } from "./release.ts";

export type Told =
  | { readonly kind: "issue"; readonly found: FoundIssue }
  /** Its place decides: the id is the pull request's, not that of the issue that it is too. */
  | { readonly kind: "pull"; readonly found: FoundIssue }
  | { readonly kind: "issue_gone"; readonly remoteId: string }
  /** Transferred to another repository, where it has another id. `found` undefined: GitHub did not say more, and is asked. */
  | { readonly kind: "issue_moved"; readonly remoteId: string; readonly found: FoundIssue | undefined }
  | { readonly kind: "release"; readonly repository: string; readonly release: Release }
  | { readonly kind: "repository_renamed"; readonly from: string; readonly to: string; readonly changedAt: number }
  | { readonly kind: "repository_deleted"; readonly name: string; readonly changedAt: number }
  | {
      readonly kind: "installation";
      readonly account: string;
      readonly state: "suspended" | "deleted" | null;
      readonly changedAt: number;
    };

const Name = v.pipe(v.string(), v.regex(REPOSITORY));
const Repository = v.object({ full_name: Name });
const ChangedRepository = v.object({ full_name: Name, updated_at: Moment });
const Login = v.object({ login: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) });
const Issues = v.object({ action: v.string(), issue: v.object({ id: v.number() }) });
const PullRequest = v.object({
  repository: Repository,
  pull_request: v.looseObject({ merged_at: v.optional(v.nullable(v.string())) }),
});
const ReleaseEvent = v.object({ action: v.string(), repository: Repository, release: v.unknown() });
/** Whatever else is done to a release, such as deleting it, publishes nothing. */
const RELEASED: readonly string[] = ["published", "released", "edited"];
const Renamed = v.object({ changes: v.object({ repository: v.object({ name: v.object({ from: v.string() }) }) }) });
const Transferred = v.object({
  changes: v.object({
    owner: v.object({ from: v.object({ user: v.optional(v.nullable(Login)), organization: v.optional(v.nullable(Login)) }) }),
  }),
});
const RepositoryEvent = v.object({ action: v.string(), repository: ChangedRepository });
/** Older payloads have seconds. */
const Either = v.union([
  Moment,
  v.pipe(
    v.number(),
    v.transform((seconds) => seconds * 1000),
  ),
]);
const Installation = v.object({
  action: v.string(),
  installation: v.object({ account: Login, updated_at: Either, suspended_at: v.optional(v.nullable(Either)) }),
});

/** Events after which a repository may say something else, or to others. */
const CHANGES: readonly string[] = ["push", "release", "discussion", "repository"];
/** The repository in which something was pushed, released or discussed. */
export function changedBy(event: string, payload: unknown): string | undefined {
  const parsed = CHANGES.includes(event) ? v.safeParse(v.object({ repository: Repository }), payload) : undefined;
  return parsed?.success ? parsed.output.repository.full_name : undefined;
}
/** Undefined: nothing is made of it here, or it has another form. */
export function toldBy(event: string, payload: unknown, web: string): Told | undefined {
  switch (event) {
    case "issues":
      return issueTold(payload, web);
    case "pull_request": {
      const parsed = v.safeParse(PullRequest, payload);
      if (!parsed.success) return undefined;
      const { repository, pull_request: pull } = parsed.output;
      const { merged_at } = pull;
      const found = issueOf({ ...pull, repository_url: repository.full_name, pull_request: { merged_at } }, web);
      return found && { kind: "pull", found };
    }
    case "release": {
      const parsed = v.safeParse(ReleaseEvent, payload);
      const release = parsed.success && RELEASED.includes(parsed.output.action) ? releaseOf(parsed.output.release, web) : undefined;
      return parsed.success && release ? { kind: "release", repository: parsed.output.repository.full_name, release } : undefined;
    }
    case "repository":
      return repositoryTold(payload);
    case "installation":
      return installationTold(payload);
    default:
      return undefined;
  }
}

function issueTold(payload: unknown, web: string): Told | undefined {
  const parsed = v.safeParse(Issues, payload);
  if (!parsed.success) return undefined;
  const { action, issue } = parsed.output;
  const remoteId = String(issue.id);
  if (action === "deleted") return { kind: "issue_gone", remoteId };
  if (action === "transferred") return { kind: "issue_moved", remoteId, found: movedTo(payload, web) };
  const found = issueOf((payload as { issue: unknown }).issue, web);
  return found && { kind: "issue", found };
}

const Moved = v.object({ changes: v.object({ new_issue: v.looseObject({}), new_repository: Repository }) });
function movedTo(payload: unknown, web: string): FoundIssue | undefined {
  const parsed = v.safeParse(Moved, payload);
  if (!parsed.success) return undefined;
  const { new_issue: issue, new_repository: repository } = parsed.output.changes;
  return issueOf({ ...issue, repository_url: repository.full_name }, web);
}

function repositoryTold(payload: unknown): Told | undefined {
  const parsed = v.safeParse(RepositoryEvent, payload);
  if (!parsed.success) return undefined;
  const { action, repository } = parsed.output;
  const { full_name: to, updated_at: changedAt } = repository;
  const [owner = "", name = ""] = to.split("/");
  if (action === "deleted") return { kind: "repository_deleted", name: to, changedAt };
  if (action === "renamed") {
    const renamed = v.safeParse(Renamed, payload);
    return renamed.success ? renaming(`${owner}/${renamed.output.changes.repository.name.from}`, to, changedAt) : undefined;
  }
  if (action !== "transferred") return undefined;
  const transferred = v.safeParse(Transferred, payload);
  const from = transferred.success ? transferred.output.changes.owner.from : undefined;
  const login = from?.user?.login ?? from?.organization?.login;
  return login === undefined ? undefined : renaming(`${login}/${name}`, to, changedAt);
}
const renaming = (from: string, to: string, changedAt: number): Told | undefined =>
  REPOSITORY.test(from) ? { kind: "repository_renamed", from, to, changedAt } : undefined;

const STATES: Readonly<Record<string, "suspended" | "deleted" | null>> = {
  ...{ suspend: "suspended", deleted: "deleted", unsuspend: null, created: null },
};
function installationTold(payload: unknown): Told | undefined {
  const parsed = v.safeParse(Installation, payload);
  if (!parsed.success) return undefined;
  const { action, installation } = parsed.output;
  const state = Object.hasOwn(STATES, action) ? STATES[action] : undefined;
  if (state === undefined) return undefined;
  const changedAt = Math.max(installation.updated_at, installation.suspended_at ?? 0);
  return { kind: "installation", account: installation.account.login, state, changedAt };
}
