// What GitHub's answers and webhooks look like: https://docs.github.com/rest, https://docs.github.com/webhooks. Their schemas are checked
// in tests/doubles/code-host.test.ts.
export interface HostedRepository {
  readonly id: number;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly hasIssues: boolean;
}
export interface HostedRelease {
  readonly id: number;
  readonly tag: string;
  readonly publishedAt: string;
  readonly prerelease: boolean;
  readonly draft: boolean;
  /** Its notes. */
  body?: string;
}
interface Shown {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly reason: string | null;
  readonly pull: boolean;
  readonly merged: boolean;
  readonly updatedAt: string;
}
const BEGAN = "2030-01-01T00:00:00Z";
/** Addresses of one thing, as `name_url` or a name of its own: the value is what follows after it. */
const addresses = (base: string, of: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(of).map(([name, rest]) => [name, base + rest]));

export function user(origin: string, login: string, id = 1): Record<string, unknown> {
  const api = `${origin}/api/v3/users/${login}`;
  return {
    ...{ login, id, node_id: `U_${id}`, avatar_url: `${origin}/avatars/u/${id}`, gravatar_id: "", type: "User", site_admin: false },
    ...{ url: api, html_url: `${origin}/${login}` },
    ...addresses(api, {
      ...{ followers_url: "/followers", following_url: "/following{/other_user}", gists_url: "/gists{/gist_id}" },
      ...{ starred_url: "/starred{/owner}{/repo}", subscriptions_url: "/subscriptions", organizations_url: "/orgs" },
      ...{ repos_url: "/repos", events_url: "/events{/privacy}", received_events_url: "/received_events" },
    }),
  };
}
/** Of the account whose token it is. */
export const account = (origin: string, login: string): Record<string, unknown> => ({
  ...user(origin, login),
  ...{ user_view_type: "public", name: login, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
  ...{ public_repos: 1, public_gists: 0, followers: 0, following: 0, created_at: BEGAN, updated_at: BEGAN },
});

export function repository(origin: string, one: HostedRepository): Record<string, unknown> {
  const { id, name: fullName, isPrivate, hasIssues } = one;
  const [owner = "", name = ""] = fullName.split("/");
  const api = `${origin}/api/v3/repos/${fullName}`;
  return {
    ...{ id, node_id: `R_${id}`, name, full_name: fullName, private: isPrivate, owner: user(origin, owner), fork: false },
    ...{ html_url: `${origin}/${fullName}`, description: null, url: api },
    ...addresses(api, {
      ...{ forks_url: "/forks", keys_url: "/keys{/key_id}", collaborators_url: "/collaborators{/collaborator}", teams_url: "/teams" },
      ...{ hooks_url: "/hooks", issue_events_url: "/issues/events{/number}", events_url: "/events", assignees_url: "/assignees{/user}" },
      ...{ branches_url: "/branches{/branch}", tags_url: "/tags", blobs_url: "/git/blobs{/sha}", git_tags_url: "/git/tags{/sha}" },
      ...{ git_refs_url: "/git/refs{/sha}", trees_url: "/git/trees{/sha}", statuses_url: "/statuses/{sha}", languages_url: "/languages" },
      ...{ stargazers_url: "/stargazers", contributors_url: "/contributors", subscribers_url: "/subscribers" },
      ...{ subscription_url: "/subscription", commits_url: "/commits{/sha}", git_commits_url: "/git/commits{/sha}" },
      ...{ comments_url: "/comments{/number}", issue_comment_url: "/issues/comments{/number}", contents_url: "/contents/{+path}" },
      ...{ compare_url: "/compare/{base}...{head}", merges_url: "/merges", archive_url: "/{archive_format}{/ref}" },
      ...{ downloads_url: "/downloads", issues_url: "/issues{/number}", pulls_url: "/pulls{/number}" },
      ...{ milestones_url: "/milestones{/number}", notifications_url: "/notifications{?since,all,participating}" },
      ...{ labels_url: "/labels{/name}", releases_url: "/releases{/id}", deployments_url: "/deployments" },
    }),
    ...{ created_at: BEGAN, updated_at: BEGAN, pushed_at: BEGAN, git_url: `git://${fullName}.git`, ssh_url: `git@host:${fullName}.git` },
    ...{ clone_url: `${origin}/${fullName}.git`, svn_url: `${origin}/${fullName}`, homepage: null, size: 1, stargazers_count: 0 },
    ...{ watchers_count: 0, language: null, has_issues: hasIssues, has_projects: true, has_downloads: true, has_wiki: true },
    ...{ has_pages: false, has_discussions: false, forks_count: 0, mirror_url: null, archived: false, disabled: false },
    ...{ open_issues_count: 0, license: null, allow_forking: true, is_template: false, web_commit_signoff_required: false, topics: [] },
    ...{ visibility: isPrivate ? "private" : "public", forks: 0, open_issues: 0, watchers: 0, default_branch: "main" },
    custom_properties: {},
  };
}
/** Of one repository that is asked for. */
export const fullRepository = (origin: string, one: HostedRepository): Record<string, unknown> => ({
  ...repository(origin, one),
  ...{ network_count: 0, subscribers_count: 0 },
});

export const label = (origin: string, of: HostedRepository, name: string): Record<string, unknown> => ({
  ...{ id: 1, node_id: "LA_1", name, color: "ededed", default: false, description: null },
  url: `${origin}/api/v3/repos/${of.name}/labels/${encodeURIComponent(name)}`,
});

export function issue(origin: string, of: HostedRepository, one: Shown): Record<string, unknown> {
  const { id, number, title, state, reason, pull, merged, updatedAt } = one;
  const api = `${origin}/api/v3/repos/${of.name}/issues/${number}`;
  const closedAt = state === "closed" ? updatedAt : null;
  const html = `${origin}/${of.name}/${pull ? "pull" : "issues"}/${number}`;
  const pulls = `${origin}/api/v3/repos/${of.name}/pulls/${number}`;
  return {
    ...{ id, node_id: `I_${id}`, number, title, state, locked: false, user: user(origin, "octo"), labels: [], assignee: null },
    ...{ assignees: [], milestone: null, comments: 0, created_at: BEGAN, updated_at: updatedAt, closed_at: closedAt },
    ...{ author_association: "OWNER", active_lock_reason: null, body: null, state_reason: reason, performed_via_github_app: null },
    ...{ url: api, html_url: html, repository_url: `${origin}/api/v3/repos/${of.name}` },
    ...addresses(api, { labels_url: "/labels{/name}", comments_url: "/comments", events_url: "/events", timeline_url: "/timeline" }),
    reactions: {
      ...{ url: `${api}/reactions`, total_count: 0, "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 },
    },
    ...(pull
      ? {
          draft: false,
          pull_request: {
            ...{ url: pulls, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch`, merged_at: merged ? updatedAt : null },
          },
        }
      : {}),
  };
}

/** A pull request as webhooks tell of it: with another id than the issue that it is too. */
export function pullRequest(origin: string, of: HostedRepository, one: Shown): Record<string, unknown> {
  const { id, number, title, state, merged, updatedAt } = one;
  const api = `${origin}/api/v3/repos/${of.name}/pulls/${number}`;
  const issues = `${origin}/api/v3/repos/${of.name}/issues/${number}`;
  const html = `${origin}/${of.name}/pull/${number}`;
  const [owner = ""] = of.name.split("/");
  const repo = repository(origin, of);
  const branch = (ref: string): object => ({
    label: `${owner}:${ref}`,
    ref,
    sha: "0".repeat(40),
    user: user(origin, owner),
    repo: withMerging(repo),
  });
  return {
    ...{ url: api, id: id + 5_000_000, node_id: `PR_${id}`, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch` },
    ...{ issue_url: issues, number, state, locked: false, title, user: user(origin, "octo"), body: null, created_at: BEGAN },
    ...{ updated_at: updatedAt, closed_at: state === "closed" ? updatedAt : null, merged_at: merged ? updatedAt : null },
    ...{ merge_commit_sha: null, assignee: null, assignees: [], requested_reviewers: [], requested_teams: [], labels: [], milestone: null },
    ...addresses(api, { commits_url: "/commits", review_comments_url: "/comments", review_comment_url: "/comments{/number}" }),
    ...{
      comments_url: `${issues}/comments`,
      statuses_url: `${origin}/api/v3/repos/${of.name}/statuses/0`,
      head: branch("fix"),
      base: branch("main"),
    },
    _links: Object.fromEntries(
      ["self", "html", "issue", "comments", "review_comments", "review_comment", "commits", "statuses"].map((name) => [
        name,
        { href: api },
      ]),
    ),
    ...{ author_association: "OWNER", auto_merge: null, active_lock_reason: null, draft: false, merged, mergeable: null, rebaseable: null },
    ...{ mergeable_state: "unknown", merged_by: merged ? user(origin, "octo") : null, comments: 0, review_comments: 0 },
    ...{ maintainer_can_modify: false, commits: 1, additions: 1, deletions: 1, changed_files: 1 },
  };
}
const withMerging = (repo: object): object => ({
  ...repo,
  ...{ allow_squash_merge: true, allow_merge_commit: true, allow_rebase_merge: true, delete_branch_on_merge: false },
});

export function release(origin: string, of: HostedRepository, one: HostedRelease): Record<string, unknown> {
  const { id, tag, publishedAt, prerelease, draft } = one;
  const api = `${origin}/api/v3/repos/${of.name}/releases/${id}`;
  return {
    ...{ url: api, assets_url: `${api}/assets`, upload_url: `${origin}/api/uploads/repos/${of.name}/releases/${id}/assets{?name,label}` },
    ...{
      html_url: `${origin}/${of.name}/releases/tag/${tag}`,
      id,
      node_id: `RE_${id}`,
      tag_name: tag,
      target_commitish: "main",
      name: tag,
    },
    ...{ draft, author: user(origin, "octo"), prerelease, created_at: publishedAt, published_at: draft ? null : publishedAt, assets: [] },
    ...{ tarball_url: `${api}/tarball`, zipball_url: `${api}/zipball`, body: one.body ?? "What is new." },
  };
}

/** Of a GitHub App, on an account. */
export const installation = (origin: string, login: string, { updatedAt, isSuspended }: { updatedAt: string; isSuspended: boolean }) => ({
  ...{ id: 77, account: { ...user(origin, login), type: "Organization" }, repository_selection: "all" },
  ...{
    access_tokens_url: `${origin}/api/v3/app/installations/77/access_tokens`,
    repositories_url: `${origin}/api/v3/installation/repositories`,
  },
  ...{ html_url: `${origin}/organizations/${login}/settings/installations/77`, app_id: 9, app_slug: "seed-desk", target_id: 1 },
  ...{ target_type: "Organization", permissions: { issues: "read", metadata: "read" }, events: ["issues", "release"] },
  ...{ created_at: BEGAN, updated_at: updatedAt, single_file_name: null },
  ...{ suspended_at: isSuspended ? updatedAt : null, suspended_by: isSuspended ? user(origin, "octo") : null },
});

/** A webhook of a repository. */
export const hook = (
  origin: string,
  of: HostedRepository,
  { id, url, events }: { id: number; url: string; events: readonly string[] },
): Record<string, unknown> => {
  const api = `${origin}/api/v3/repos/${of.name}/hooks/${id}`;
  return {
    ...{ type: "Repository", id, name: "web", active: true, events, updated_at: BEGAN, created_at: BEGAN },
    config: { url, content_type: "json", insecure_ssl: "0", secret: "********" },
    ...{ url: api, test_url: `${api}/test`, ping_url: `${api}/pings`, deliveries_url: `${api}/deliveries` },
    last_response: { code: null, status: "unused", message: null },
  };
};
