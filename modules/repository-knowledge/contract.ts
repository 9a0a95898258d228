// Wire contract of knowledge from repositories: what of a repository at GitHub a source has, and how its sync goes. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, line, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { REPOSITORY } from "#modules/code-hosting/contract";
import { Audience, Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

/** Files of one source. */
export const MAX_FILES = 1000;
/** Bytes of one file. */
export const MAX_FILE = 500_000;
/** The newest releases, and the discussions that were answered or changed last. */
export const MAX_RELEASES = 100;
export const MAX_DISCUSSIONS = 200;
/** Commits that are named as not released yet. */
export const MAX_COMMITS = 100;
/** Days after GitHub first refused access, until what was read is removed. */
export const KEPT_DAYS = 7;

export const MAX_CATEGORIES = 20;
const RepositoryName = v.pipe(v.string(), v.trim(), v.regex(REPOSITORY, m.repository_knowledge_repository_form));
/** Without slashes at its ends; empty for the whole repository. */
const Folder = v.pipe(
  v.string(),
  v.trim(),
  v.transform((path) =>
    path
      .replaceAll("\\", "/")
      .replace(/^[./]*\//, "")
      .replace(/^\.$/, "")
      .replace(/\/+$/, ""),
  ),
  v.maxLength(300, m.repository_knowledge_folder_form),
  v.check(
    (path) => path === "" || path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
    m.repository_knowledge_folder_form,
  ),
);
const Category = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
/** What of a repository is read. */
export const Chosen = v.strictObject({
  readme: v.boolean(),
  /** The folder with documentation, of which Markdown, MDX, reStructuredText and plain text are read; empty: the whole repository. */
  docs: v.nullable(Folder),
  /** The notes of published releases. */
  releases: v.boolean(),
  /** Answered discussions, by the slugs of their categories; empty: of all. */
  discussions: v.nullable(v.pipe(v.array(Category), v.maxLength(MAX_CATEGORIES))),
  /** What was committed since the last release, as a list. */
  commits: v.boolean(),
  schedule: v.picklist(["manual", "hourly", "daily"]),
});
export type Chosen = v.InferOutput<typeof Chosen>;

/**
 * What a sync could not read, or did by itself. `narrowed`: the repository became private, so only the team reads it from now on.
 * `refused_…`: GitHub does not let the connection read this part. `not_stored`: a text could not be stored, so the others of its part were left.
 */
export const NOTES = [
  ...(["empty", "no_readme", "no_folder", "truncated", "too_many", "full", "no_discussions", "archived", "renamed", "narrowed"] as const),
  ...(["refused_files", "refused_releases", "refused_commits", "refused_discussions", "not_stored"] as const),
] as const;
/** Faults of asking GitHub; `other`: another repository has its name now. `removed`: access was lost for so long that its texts are gone. */
export const SYNC_FAULTS = [
  ...(["withdrawn", "unauthorized", "sso", "suspended", "forbidden", "missing", "gone", "limited", "invalid", "unavailable"] as const),
  ...(["not_connected", "other"] as const),
] as const;
export type SyncFault = (typeof SYNC_FAULTS)[number];
export const Sync = v.object({
  /** `waiting`: for GitHub, until `until`. */
  state: v.picklist(["running", "waiting", "done", "failed"]),
  /** Texts at GitHub that are wanted, those that were stored because they are new or changed, those left out, and those removed here. */
  found: v.number(),
  stored: v.number(),
  skipped: v.number(),
  removed: v.number(),
  notes: v.array(v.picklist(NOTES)),
  fault: v.nullable(v.picklist(SYNC_FAULTS)),
  until: v.nullable(Time),
  /** Since when GitHub refuses access. */
  lostAt: v.nullable(Time),
  startedAt: Time,
  finishedAt: v.nullable(Time),
});
export type Sync = v.InferOutput<typeof Sync>;

export const RepositorySource = v.object({
  sourceId: idOf("knowledgeSource"),
  repository: v.string(),
  /** Its address at GitHub. */
  url: v.string(),
  branch: v.string(),
  isPrivate: v.boolean(),
  ...Chosen.entries,
  nextAt: v.nullable(Time),
  /** Null: it was never synced. */
  sync: v.nullable(Sync),
});
export type RepositorySource = v.InferOutput<typeof RepositorySource>;

const inProject = { projectId: idOf("project") };
const ofSource = { ...inProject, sourceId: idOf("knowledgeSource") };
const BASE = "/api/dashboard/projects/:projectId/knowledge/repositories";
const ADMIN = "/api/management/projects/:projectId/knowledge/repositories";

export const readRepositorySource = route({
  name: "readRepositorySource",
  method: "GET",
  path: `${BASE}/:sourceId`,
  who: "member",
  params: ofSource,
  reply: RepositorySource,
});
/** What GitHub says of one of the project's repositories. 409 `conflict` with `fault` if it does not answer. */
export const readRepositoryChoices = route({
  name: "readRepositoryChoices",
  method: "GET",
  path: ADMIN,
  who: "admin",
  params: inProject,
  query: v.object({ repository: RepositoryName }),
  reply: v.object({
    isPrivate: v.boolean(),
    isArchived: v.boolean(),
    /** Categories of discussions; null: there are no discussions. */
    categories: v.nullable(v.array(v.object({ slug: v.string(), name: v.string(), isAnswerable: v.boolean() }))),
    /** Folders at the top that may hold documentation. */
    folders: v.array(v.string()),
  }),
  errors: ["conflict"],
});
/** `confirmed`: whoever asks knows that the repository is private, and gives its text to customers all the same. */
const Reach = { audience: Audience, assistant: v.boolean(), locale: Locale, confirmed: v.optional(v.boolean(), false) };
/**
 * Syncs at once. 409 `conflict` for a repository that the project has not chosen, past the project's sources, and with `private` for a
 * private one whose text customers would get, until that is confirmed.
 */
export const createRepositorySource = route({
  name: "createRepositorySource",
  method: "POST",
  path: ADMIN,
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, repository: RepositoryName, name: line(120), ...Reach, ...Chosen.entries }),
  status: 201,
  reply: RepositorySource,
  errors: ["conflict"],
});
/** Changes all of it, and syncs. A narrower audience applies at once. */
export const changeRepositorySource = route({
  name: "changeRepositorySource",
  method: "PUT",
  path: `${ADMIN}/:sourceId`,
  who: "admin",
  params: ofSource,
  body: v.strictObject({ name: line(120), ...Reach, ...Chosen.entries }),
  reply: RepositorySource,
  errors: ["conflict"],
});
/** Starts a sync unless one is running. Safe to repeat. */
export const startRepositorySync = route({
  name: "startRepositorySync",
  method: "POST",
  path: `${ADMIN}/:sourceId/sync`,
  who: "admin",
  params: ofSource,
  body: v.strictObject({}),
  reply: RepositorySource,
});
