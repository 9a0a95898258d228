// Wire contract of importing contacts from CSV files, and of exporting them. Browser-safe.
import { DELIMITERS } from "#kernel/csv/read-csv.ts";
import { ENCODINGS } from "#kernel/csv/text-of-file.ts";
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Empty, line, page, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { contactFilters, ContactIdField } from "#modules/contacts/contract";
import * as v from "valibot";
import { OUTCOMES, REASONS } from "./contract/outcomes.ts";
import { PLAIN_TARGETS, type Target } from "./contract/targets.ts";

export { type Outcome, OUTCOMES, type Reason } from "./contract/outcomes.ts";
export { outcomeLabel, reasonLabel } from "./contract/words.ts";
export { attributeOf, PHONE, PLAIN_TARGETS, type PlainTarget, suggest, type Target } from "./contract/targets.ts";

/** Bytes, rows and columns of a file at most. */
export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 100;
/** Rows of a file that are shown before the import. */
export const SHOWN_ROWS = 5;

export const STATES = ["waiting", "ready", "checking", "checked", "running", "done", "stopped", "failed", "undoing", "undone"] as const;
export const EXISTING = ["fill", "overwrite", "leave"] as const;
export type Existing = (typeof EXISTING)[number];
const Count = v.number();
/** A field of contacts, or `attribute:` with the key of an attribute. */
const TargetField = v.union([
  v.picklist(PLAIN_TARGETS),
  v.pipe(v.string(), v.regex(/^attribute:[^\r\n]{1,40}$/, m.contact_import_no_target)),
]) as unknown as v.GenericSchema<Target>;
export const ContactImport = v.object({
  id: idOf("contactImport"),
  /** The file's name. */
  name: v.string(),
  /**
   * `waiting`: for its file. `ready`: nothing was checked. `checking` and `checked`: a dry run. `stopped`: by a member. `failed`: see
   * `error`.
   */
  state: v.picklist(STATES),
  /** Whether the latest pass was a dry run. */
  dry: v.boolean(),
  existing: v.picklist(EXISTING),
  mapping: v.array(v.nullable(TargetField)),
  /** The names of the columns; none once the file is gone. */
  headings: v.array(v.string()),
  /** Null before there is a file. */
  encoding: v.nullable(v.picklist(ENCODINGS)),
  delimiter: v.nullable(v.picklist(DELIMITERS)),
  hasFile: v.boolean(),
  total: Count,
  /** Rows that are done. */
  at: Count,
  counts: v.object({
    ...{ created: Count, updated: Count, unchanged: Count, skipped: Count },
    /** Of an undo: contacts that went, that got their values back, and that stayed as they were. */
    ...{ removed: Count, restored: Count, kept: Count },
  }),
  /** `file_gone`: the file was removed before the end. `member_gone`: who started it may not import any more. */
  error: v.nullable(v.picklist(["file_gone", "member_gone"])),
  createdAt: Time,
  createdBy: v.nullable(v.string()),
  finishedAt: v.nullable(Time),
});
export type ContactImport = v.InferOutput<typeof ContactImport>;
export const ContactImportRow = v.object({
  /** Its number among the rows, from 0, and the line of the file on which it begins, from 1. */
  n: Count,
  line: Count,
  outcome: v.picklist(OUTCOMES),
  reason: v.nullable(v.picklist(REASONS)),
  /** The column that the reason is about, from 0. */
  place: v.nullable(Count),
  contact: v.nullable(v.object({ id: ContactIdField, name: v.nullable(v.string()), email: v.nullable(v.string()) })),
  /** Once the import was undone. */
  undone: v.nullable(v.picklist(["removed", "restored", "kept"])),
});
export type ContactImportRow = v.InferOutput<typeof ContactImportRow>;

const PATH = "/api/management/projects/:projectId/contact-imports";
const inProject = { projectId: idOf("project") };
const ofImport = { ...inProject, contactImportId: idOf("contactImport") };
const One = v.object({ import: ContactImport });
const how = {
  /** What each column is: each target once, null for a column that is left out. */
  mapping: v.pipe(
    v.array(v.nullable(TargetField)),
    v.maxLength(MAX_COLUMNS),
    v.check((all) => new Set(all.filter((one) => one !== null)).size === all.filter((one) => one !== null).length, m.contact_import_twice),
    v.check((all) => all.some((one) => one === "id" || one === "email" || one === "external_id"), m.contact_import_no_identity),
  ),
  existing: v.picklist(EXISTING),
};
/** Begins an import, which waits for its file. */
export const createContactImport = route({
  name: "createContactImport",
  method: "POST",
  path: PATH,
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: line(200) }),
  status: 201,
  reply: One,
  errors: ["conflict"],
});
/** Newest first. */
export const listContactImports = route({
  name: "listContactImports",
  method: "GET",
  path: PATH,
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(ContactImport),
});
export const readContactImport = route({
  name: "readContactImport",
  method: "GET",
  path: `${PATH}/:contactImportId`,
  who: "admin",
  params: ofImport,
  reply: One,
});
/**
 * The file: at most 10 MB, 50,000 rows and 100 columns. Encoding and delimiter are recognised unless they are named. 400 says what is wrong
 * with it. Sending it again, before anything was imported, replaces it.
 */
export const putContactImportFile = route({
  name: "putContactImportFile",
  method: "PUT",
  path: `${PATH}/:contactImportId/file`,
  who: "admin",
  params: ofImport,
  query: v.object({ encoding: v.optional(v.picklist(ENCODINGS)), delimiter: v.optional(v.picklist(DELIMITERS)) }),
  body: "raw",
  reply: One,
  errors: ["length_required", "too_large", "conflict"],
});
/** Removes the file; what was imported, and the report, stay. Repeating it is safe. */
export const deleteContactImportFile = route({
  name: "deleteContactImportFile",
  method: "DELETE",
  path: `${PATH}/:contactImportId/file`,
  who: "admin",
  params: ofImport,
  reply: Done,
  errors: ["conflict"],
});
/** The first rows of the file, and what its columns seem to be. */
export const readContactImportSample = route({
  name: "readContactImportSample",
  method: "GET",
  path: `${PATH}/:contactImportId/sample`,
  who: "admin",
  params: ofImport,
  reply: v.object({ rows: v.array(v.array(v.string())), suggested: v.array(v.nullable(TargetField)) }),
});
/** A dry run: says what would become of each row, and changes no contact. */
export const checkContactImport = route({
  name: "checkContactImport",
  method: "POST",
  path: `${PATH}/:contactImportId/check`,
  who: "admin",
  params: ofImport,
  body: v.strictObject(how),
  reply: One,
  errors: ["conflict"],
});
/** Imports. One import at a time in a project. */
export const startContactImport = route({
  name: "startContactImport",
  method: "POST",
  path: `${PATH}/:contactImportId/start`,
  who: "admin",
  params: ofImport,
  body: v.strictObject(how),
  reply: One,
  errors: ["conflict"],
});
/** Stops after the rows that are under way. What was imported stays until it is undone. */
export const stopContactImport = route({
  name: "stopContactImport",
  method: "POST",
  path: `${PATH}/:contactImportId/stop`,
  who: "admin",
  params: ofImport,
  body: Empty,
  reply: One,
  errors: ["conflict"],
});
export const resumeContactImport = route({
  name: "resumeContactImport",
  method: "POST",
  path: `${PATH}/:contactImportId/resume`,
  who: "admin",
  params: ofImport,
  body: Empty,
  reply: One,
  errors: ["conflict"],
});
/** Removes contacts that the import made and nobody used since, and puts back what it changed and nobody changed since. */
export const undoContactImport = route({
  name: "undoContactImport",
  method: "POST",
  path: `${PATH}/:contactImportId/undo`,
  who: "admin",
  params: ofImport,
  body: Empty,
  reply: One,
  errors: ["conflict"],
});
const only = { outcome: v.optional(v.picklist(OUTCOMES)) };
/** The report of the latest pass, in the order of the file. */
export const listContactImportRows = route({
  name: "listContactImportRows",
  method: "GET",
  path: `${PATH}/:contactImportId/rows`,
  who: "admin",
  params: ofImport,
  query: v.object({ ...only, cursor: v.optional(Cursor) }),
  reply: page(ContactImportRow),
});
/** The report as CSV, with the cells of each row as long as the file is there. */
export const exportContactImportRows = route({
  name: "exportContactImportRows",
  method: "GET",
  path: `${PATH}/:contactImportId/report.csv`,
  who: "admin",
  params: ofImport,
  query: v.object(only),
  reply: "raw",
});

/** Columns of an export, in their order. `attributes`: all that are not archived. */
export const EXPORT_COLUMNS = ["id", "name", "email", "verified", "external_id", "company", "attributes", "created", "seen"] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];
const Columns = v.pipe(
  v.string(),
  v.transform((text) => text.split(",")),
  v.array(v.picklist(EXPORT_COLUMNS)),
  v.minLength(1),
  v.transform((chosen) => EXPORT_COLUMNS.filter((column) => chosen.includes(column))),
);
/** Contacts as CSV, all or as `listContacts` filters them. Importing the same file changes nothing. Each export is in the audit log. */
export const exportContacts = route({
  name: "exportContacts",
  method: "GET",
  path: "/api/management/projects/:projectId/contacts.csv",
  who: "admin",
  params: inProject,
  query: v.object({ ...contactFilters, columns: v.optional(Columns) }),
  reply: "raw",
});

export const contactImportsPath = (projectId: string): string => `/projects/${projectId}/contacts/import`;
export const contactImportPath = (projectId: string, id: string): string => `${contactImportsPath(projectId)}/${id}`;
export const contactExportPath = (projectId: string): string => `/projects/${projectId}/contacts/export`;
