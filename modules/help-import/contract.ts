// Wire contract of imports from other help desks. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Empty, line, page, Time } from "#kernel/wire/values.ts";
import { Audience, Locale } from "#modules/retrieval/contract";
import { m } from "#messages";
import * as v from "valibot";

export const PLATFORMS = ["zendesk", "intercom", "freshdesk", "helpscout"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A single label of a host name, so that it cannot lead to another host. */
const Subdomain = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, m.help_import_help_desk_name),
);
export const REGIONS = ["us", "eu", "au"] as const;
/** The source of an import. `place` (`site` in our code): the subdomain at Zendesk and Freshdesk, the region at Intercom, `docs` at Help Scout. */
export const From = v.variant("platform", [
  v.strictObject({ platform: v.literal("zendesk"), place: Subdomain }),
  v.strictObject({ platform: v.literal("intercom"), place: v.picklist(REGIONS) }),
  v.strictObject({ platform: v.literal("freshdesk"), place: Subdomain }),
  v.strictObject({ platform: v.literal("helpscout"), place: v.literal("docs") }),
]);
export type From = v.InferOutput<typeof From>;

export const ImportOptions = v.strictObject({
  /** What to do with articles that are drafts in the source. */
  drafts: v.picklist(["skip", "draft"]),
  /** What to do with articles that are restricted in the source. */
  restricted: v.picklist(["skip", "draft", "members"]),
  /** Languages to import, as our locales; null for all. */
  locales: v.nullable(v.pipe(v.array(Locale), v.maxLength(50))),
  /** Publishes what is published in the source; otherwise everything is imported as a draft. */
  publish: v.boolean(),
  /** Audience of articles that are public in the source. */
  audience: Audience,
});
export type ImportOptions = v.InferOutput<typeof ImportOptions>;

export const RUN_STATES = ["running", "failed", "aborted", "done", "undoing", "undone"] as const;
export const OUTCOMES = ["created", "updated", "unchanged", "kept", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/**
 * Why the help desk could not be read, or why the run must stop. `closed`: the project may no longer use the installation's tokens.
 * `giver`: the member for whom the run works may no longer import.
 */
export const ERRORS = ["refused", "missing", "busy", "unavailable", "closed", "giver"] as const;

export const ImportRun = v.object({
  id: idOf("helpImport"),
  name: v.string(),
  platform: v.picklist(PLATFORMS),
  place: v.string(),
  options: ImportOptions,
  /** A dry run: reports what it would do and changes nothing. */
  dry: v.boolean(),
  state: v.picklist(RUN_STATES),
  phase: v.picklist(["outline", "articles", "finish", "undo"]),
  /** Number of articles in the source, if it reports one. */
  total: v.nullable(v.number()),
  counts: v.object({
    created: v.number(),
    updated: v.number(),
    unchanged: v.number(),
    kept: v.number(),
    skipped: v.number(),
    published: v.number(),
    removed: v.number(),
    restored: v.number(),
    spared: v.number(),
    /** Articles whose audience this run narrowed: restricted or unpublished in the source, or by the chosen options. */
    narrowed: v.number(),
  }),
  error: v.nullable(v.picklist(ERRORS)),
  /** When the run resumes by itself. */
  resumeAt: v.nullable(Time),
  createdAt: Time,
  createdBy: v.nullable(v.string()),
  finishedAt: v.nullable(Time),
});
export type ImportRun = v.InferOutput<typeof ImportRun>;

export const ImportRow = v.object({
  sourceId: v.string(),
  locale: v.string(),
  title: v.string(),
  url: v.nullable(v.string()),
  outcome: v.picklist(OUTCOMES),
  reason: v.nullable(v.string()),
  articleId: v.nullable(idOf("article")),
  notes: v.array(v.object({ code: v.string(), detail: v.string() })),
  undone: v.nullable(v.picklist(["removed", "restored", "left"])),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, importId: idOf("helpImport") };
const Run = v.object({ run: ImportRun });

/** Lists the help desks with their missing variables, and whether this project may use the installation's tokens. */
export const readImportSources = route({
  name: "readImportSources",
  method: "GET",
  path: "/api/management/projects/:projectId/help/import-sources",
  who: "admin",
  params: inProject,
  reply: v.object({
    project: v.object({ name: v.string(), slug: v.string() }),
    platforms: v.array(v.object({ platform: v.picklist(PLATFORMS), missing: v.array(v.string()) })),
    /** Tokens belong to the installation. Projects of the first owner may use them; other projects only if the first owner allows it. */
    allowed: v.boolean(),
    /** Whether the caller is the first owner and may allow or forbid this project the tokens. */
    mayOpen: v.boolean(),
    opened: v.boolean(),
  }),
});
/** Allows or forbids this project the installation's tokens. Only the installation's first owner. */
export const openImports = route({
  name: "openImports",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/import-access",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ open: v.boolean() }),
  reply: Done,
});
/** Counts the source's content without storing anything. Reads a limited number of pages: `complete` says whether that was all. */
export const previewImport = route({
  name: "previewImport",
  method: "POST",
  path: "/api/management/projects/:projectId/help/import-preview",
  who: "admin",
  params: inProject,
  body: v.strictObject({ from: From }),
  reply: v.object({
    collections: v.number(),
    articles: v.number(),
    texts: v.number(),
    drafts: v.number(),
    restricted: v.number(),
    /** Articles imported before that the source now restricts more than this project does. */
    narrowed: v.number(),
    images: v.number(),
    locales: v.array(v.object({ locale: v.string(), texts: v.number() })),
    total: v.nullable(v.number()),
    complete: v.boolean(),
  }),
  errors: ["not_configured", "conflict"],
});
export const startImport = route({
  name: "startImport",
  method: "POST",
  path: "/api/management/projects/:projectId/help/imports",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: line(100), from: From, options: ImportOptions, dry: v.boolean() }),
  status: 201,
  reply: Run,
  errors: ["not_configured", "conflict"],
});
/** Newest first. */
export const listImports = route({
  name: "listImports",
  method: "GET",
  path: "/api/management/projects/:projectId/help/imports",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(ImportRun),
});
export const readImport = route({
  name: "readImport",
  method: "GET",
  path: "/api/management/projects/:projectId/help/imports/:importId",
  who: "admin",
  params: ofRun,
  reply: Run,
});
/** The report of a run, one row per article and language. */
export const listImportRows = route({
  name: "listImportRows",
  method: "GET",
  path: "/api/management/projects/:projectId/help/imports/:importId/rows",
  who: "admin",
  params: ofRun,
  query: v.object({ cursor: v.optional(Cursor), outcome: v.optional(v.picklist(OUTCOMES)) }),
  reply: page(ImportRow),
});
/** The whole report as CSV. */
export const downloadImport = route({
  name: "downloadImport",
  method: "GET",
  path: "/api/management/projects/:projectId/help/imports/:importId/report.csv",
  who: "admin",
  params: ofRun,
  reply: "raw",
});
/** Stops after the current article. What the run created stays until it is undone. */
export const abortImport = route({
  name: "abortImport",
  method: "POST",
  path: "/api/management/projects/:projectId/help/imports/:importId/abort",
  who: "admin",
  params: ofRun,
  body: Empty,
  reply: Run,
  errors: ["conflict"],
});
/** Resumes a failed or aborted run. */
export const resumeImport = route({
  name: "resumeImport",
  method: "POST",
  path: "/api/management/projects/:projectId/help/imports/:importId/resume",
  who: "admin",
  params: ofRun,
  body: Empty,
  reply: Run,
  errors: ["conflict", "not_configured"],
});
/**
 * Removes what the run created and restores what it changed, except where somebody has edited it since. `confirm` repeats the run's name.
 */
export const undoImport = route({
  name: "undoImport",
  method: "POST",
  path: "/api/management/projects/:projectId/help/imports/:importId/undo",
  who: "admin",
  params: ofRun,
  body: v.strictObject({ confirm: v.string() }),
  reply: Run,
  errors: ["conflict"],
});
