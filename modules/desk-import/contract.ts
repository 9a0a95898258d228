// Wire contract of imports of conversations from other help desks. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Empty, line, page, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { PLATFORMS } from "#modules/help-desks/contract";
import * as v from "valibot";
import { ROW_KINDS } from "./contract/kinds.ts";

export { PLATFORMS, type Platform } from "#modules/help-desks/contract";
export { ROW_KINDS, type RowKind } from "./contract/kinds.ts";
export { kindLabel, noteLabel, outcomeLabel, reasonLabel } from "./contract/report-words.ts";

/** A single label of a host name, so that it cannot lead to another host. */
const Subdomain = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, m.desk_import_desk_name));
export const REGIONS = ["us", "eu", "au"] as const;
/** An uploaded export of the help desk, which is read instead of it. */
const fromExport = { exportId: v.optional(idOf("deskExport")) };
/**
 * The source of an import. `place`: the subdomain at Zendesk and Freshdesk, the region at Intercom, `inbox` at Help Scout, the number of the
 * account at Chatwoot.
 */
export const From = v.variant("platform", [
  v.strictObject({ platform: v.literal("zendesk"), place: Subdomain, ...fromExport }),
  v.strictObject({ platform: v.literal("intercom"), place: v.picklist(REGIONS), ...fromExport }),
  v.strictObject({ platform: v.literal("freshdesk"), place: Subdomain }),
  v.strictObject({ platform: v.literal("helpscout"), place: v.literal("inbox") }),
  v.strictObject({ platform: v.literal("chatwoot"), place: v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, m.desk_import_account_number)) }),
]);
export type From = v.InferOutput<typeof From>;

const Word = v.pipe(v.string(), v.maxLength(200));
const map = <T extends v.GenericSchema>(value: T, most: number) =>
  v.pipe(
    v.record(Word, value),
    v.check(
      (all) => Object.keys(all).length <= most,
      () => m.desk_import_too_many(),
    ),
  );
export const STATUS_CHOICES = ["open", "closed", "skip"] as const;
export const DeskImportOptions = v.strictObject({
  /** What the source's statuses become here; `skip` leaves their tickets out. One that is missing becomes what the rules say. */
  statuses: map(v.picklist(STATUS_CHOICES), 40),
  /** By the source's id of a member of its team: the address of ours, or "" for nobody. One that is missing is found by its own address. */
  people: map(Word, 500),
  /** By the source's tag: our tag's name, or "" to leave it out. One that is missing keeps its name. */
  tags: map(v.pipe(v.string(), v.maxLength(50)), 500),
  /** By the source's field of a person: the key of our attribute. One that is missing is left out. */
  fields: map(Word, 50),
  /** By the source's team, group or inbox: the id of our team, or "" for none. One that is missing is found by its own name. */
  teams: v.optional(map(Word, 200), {}),
  /** Downloads attached files. */
  files: v.boolean(),
  /** Takes canned replies as well, among those that the project shares. */
  replies: v.optional(v.boolean(), false),
  /** Takes companies as well, with what they are called, their domains and notes, and which contacts belong to them. */
  companies: v.optional(v.boolean(), false),
  /** Takes the ratings of tickets as well. */
  ratings: v.optional(v.boolean(), false),
  /** Reads everything again, instead of what changed since the last complete run of this source. */
  everything: v.boolean(),
});
export type DeskImportOptions = v.InferOutput<typeof DeskImportOptions>;

export const RUN_STATES = ["running", "failed", "aborted", "done", "undoing", "undone"] as const;
export const OUTCOMES = ["created", "updated", "unchanged", "kept", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/**
 * Why the help desk could not be read, or why the run must stop. `closed`: the project may no longer use the installation's tokens.
 * `giver`: the member for whom the run works may no longer import. `export`: the uploaded export is gone. `internal`:
 * something failed here, which the log names.
 */
export const ERRORS = ["refused", "missing", "busy", "unavailable", "closed", "giver", "export", "internal"] as const;

export const DeskImportRun = v.object({
  id: idOf("deskImport"),
  name: v.string(),
  platform: v.picklist(PLATFORMS),
  place: v.string(),
  /** The uploaded export that it reads; null: it reads the help desk itself. */
  exportId: v.nullable(idOf("deskExport")),
  options: DeskImportOptions,
  /** A dry run: reports what it would do and changes nothing. */
  dry: v.boolean(),
  state: v.picklist(RUN_STATES),
  phase: v.picklist(["tickets", "undo", "contacts"]),
  /** Only tickets that changed at the source since then. */
  since: v.nullable(Time),
  /** Number of tickets at the source, if it reports one. */
  total: v.nullable(v.number()),
  counts: v.object({
    created: v.number(),
    updated: v.number(),
    unchanged: v.number(),
    kept: v.number(),
    skipped: v.number(),
    messages: v.number(),
    /** Canned replies that were stored. The other numbers are of conversations. */
    replies: v.number(),
    /** Companies that were stored. */
    companies: v.number(),
    /** Ratings that were stored. */
    ratings: v.number(),
    removed: v.number(),
    spared: v.number(),
  }),
  error: v.nullable(v.picklist(ERRORS)),
  /** When the run resumes by itself. */
  resumeAt: v.nullable(Time),
  createdAt: Time,
  createdBy: v.nullable(v.string()),
  finishedAt: v.nullable(Time),
});
export type DeskImportRun = v.InferOutput<typeof DeskImportRun>;

export const DeskImportRow = v.object({
  kind: v.picklist(ROW_KINDS),
  sourceId: v.string(),
  title: v.string(),
  outcome: v.picklist(OUTCOMES),
  reason: v.nullable(v.string()),
  conversationId: v.nullable(idOf("conversation")),
  notes: v.array(v.object({ code: v.string(), detail: v.string() })),
  undone: v.nullable(v.picklist(["removed", "left"])),
});
export type DeskImportRow = v.InferOutput<typeof DeskImportRow>;

/** The event of a conversation from which an undo took back what a later run had added, with the number of messages. */
export const IMPORT_UNDONE = "import_undone";
export const ImportUndone = v.object({ messages: v.number() });

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, deskImportId: idOf("deskImport") };
const only = { outcome: v.optional(v.picklist(OUTCOMES)), kind: v.optional(v.picklist(ROW_KINDS)) };
const Run = v.object({ run: DeskImportRun });

/** Lists the help desks with their missing variables, and whether this project may use the installation's tokens. */
export const readDeskSources = route({
  name: "readDeskSources",
  method: "GET",
  path: "/api/management/projects/:projectId/desk-import-sources",
  who: "admin",
  params: inProject,
  reply: v.object({
    project: v.object({ name: v.string() }),
    platforms: v.array(v.object({ platform: v.picklist(PLATFORMS), missing: v.array(v.string()) })),
    /** Tokens belong to the installation. Projects of the first owner may use them; other projects only if the first owner allows it. */
    allowed: v.boolean(),
    /** Whether the caller is the first owner and may allow or forbid this project the tokens. */
    mayOpen: v.boolean(),
    opened: v.boolean(),
  }),
});
/** Allows or forbids this project the installation's tokens for conversations. Only the installation's first owner. */
export const openDeskImports = route({
  name: "openDeskImports",
  method: "PUT",
  path: "/api/management/projects/:projectId/desk-import-access",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ open: v.boolean() }),
  reply: Done,
});
/** Counts the source's content and lists what can be mapped, without storing anything. Reads a limited number of pages. */
export const previewDeskImport = route({
  name: "previewDeskImport",
  method: "POST",
  path: "/api/management/projects/:projectId/desk-import-preview",
  who: "admin",
  params: inProject,
  body: v.strictObject({ from: From }),
  reply: v.object({
    /** Tickets that the preview looked at, and how many of them were imported before. */
    tickets: v.number(),
    known: v.number(),
    /** Number of tickets at the source, if it reports one. */
    total: v.nullable(v.number()),
    statuses: v.array(v.object({ status: v.string(), tickets: v.number(), becomes: v.picklist(STATUS_CHOICES) })),
    /** The source's team; `member`: the member here with the same address. */
    people: v.array(v.object({ id: v.string(), name: v.string(), email: v.nullable(v.string()), member: v.nullable(v.string()) })),
    tags: v.array(v.object({ tag: v.string(), tickets: v.number() })),
    fields: v.array(v.object({ key: v.string(), label: v.string() })),
    /** Members here, to whom people can be mapped. */
    members: v.array(v.object({ name: v.string(), email: v.string() })),
    attributes: v.array(v.object({ key: v.string(), label: v.string() })),
    /** The source's teams, groups and inboxes; `team`: the id of our team with the same name. */
    teams: v.array(v.object({ id: v.string(), name: v.string(), team: v.nullable(v.string()) })),
    /** Teams here, to which they can be mapped. */
    ourTeams: v.array(v.object({ id: v.string(), name: v.string() })),
    /** Companies; null if the help desk has no list of them, or not with this token. */
    companies: v.nullable(v.number()),
    /** Ratings; null if there is no way to read them, or not with this token. */
    ratings: v.nullable(v.number()),
    /** Canned replies; null if the help desk's API does not give them, or not with this token. */
    replies: v.nullable(v.number()),
    complete: v.boolean(),
    /** From when the next run reads, unless it reads everything again. */
    since: v.nullable(Time),
  }),
  errors: ["not_configured", "conflict"],
});
export const startDeskImport = route({
  name: "startDeskImport",
  method: "POST",
  path: "/api/management/projects/:projectId/desk-imports",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: line(100), from: From, options: DeskImportOptions, dry: v.boolean() }),
  status: 201,
  reply: Run,
  errors: ["not_configured", "conflict"],
});
/** Newest first. */
export const listDeskImports = route({
  name: "listDeskImports",
  method: "GET",
  path: "/api/management/projects/:projectId/desk-imports",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(DeskImportRun),
});
export const readDeskImport = route({
  name: "readDeskImport",
  method: "GET",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId",
  who: "admin",
  params: ofRun,
  reply: Run,
});
/** The report of a run: one row per ticket, and after them those of other things. `outcome` lists tickets alone, `kind` only what is of this kind. */
export const listDeskImportRows = route({
  name: "listDeskImportRows",
  method: "GET",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId/rows",
  who: "admin",
  params: ofRun,
  query: v.object({ cursor: v.optional(Cursor), ...only }),
  reply: page(DeskImportRow),
});
/** The report as CSV, a line for each row. Cells that a spreadsheet would run as formulas are escaped. */
export const exportDeskImportRows = route({
  name: "exportDeskImportRows",
  method: "GET",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId/report.csv",
  who: "admin",
  params: ofRun,
  query: v.object(only),
  reply: "raw",
});
/** Stops after the current ticket. What the run created stays until it is undone. */
export const abortDeskImport = route({
  name: "abortDeskImport",
  method: "POST",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId/abort",
  who: "admin",
  params: ofRun,
  body: Empty,
  reply: Run,
  errors: ["conflict"],
});
/** Resumes a failed or aborted run. */
export const resumeDeskImport = route({
  name: "resumeDeskImport",
  method: "POST",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId/resume",
  who: "admin",
  params: ofRun,
  body: Empty,
  reply: Run,
  errors: ["conflict", "not_configured"],
});
/**
 * Removes the conversations and contacts that the run created, and what it added to conversations of earlier runs, except where something has
 * happened since. `confirm` repeats the run's name.
 */
export const undoDeskImport = route({
  name: "undoDeskImport",
  method: "POST",
  path: "/api/management/projects/:projectId/desk-imports/:deskImportId/undo",
  who: "admin",
  params: ofRun,
  body: v.strictObject({ confirm: v.string() }),
  reply: Run,
  errors: ["conflict"],
});
