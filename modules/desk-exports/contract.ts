// Wire contract of exports that people upload to import from: in pieces, checked before anything is imported. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const EXPORT_PLATFORMS = ["zendesk", "intercom"] as const;
export type ExportPlatform = (typeof EXPORT_PLATFORMS)[number];
/** The files of an export, the one that it cannot do without first. Each line of a file is one JSON object. */
export const FILE_KINDS = { zendesk: ["tickets", "users", "organizations"], intercom: ["conversations", "contacts"] } as const;
export type FileKind = (typeof FILE_KINDS)[ExportPlatform][number];
const KINDS = ["tickets", "users", "organizations", "conversations", "contacts"] as const;
/** Bytes of one piece, and pieces of one file: 1 GiB. */
export const MAX_PIECE = 8 * 1024 * 1024;
export const MAX_PIECES = 128;

/**
 * What is wrong with a file. `truncated`: its last line ends in the middle. `too_long`: a line is larger than any conversation. `not_text`,
 * `not_json`: another kind of file. `wrong_kind`: a line that is no object of this file. `list`: one that holds several. `no_messages`: a conversation
 * without its messages. `no_time`: one without a time. `empty`: there is no record. `incomplete`: a piece is missing.
 */
export const FAULTS = [
  ...(["truncated", "too_long", "not_text", "not_json", "wrong_kind"] as const),
  ...(["list", "no_messages", "no_time", "empty", "incomplete"] as const),
] as const;
export const DeskExport = v.object({
  id: idOf("deskExport"),
  platform: v.picklist(EXPORT_PLATFORMS),
  /** Only one that was `checked` can be imported. */
  state: v.picklist(["open", "checking", "checked", "faulty"]),
  fault: v.nullable(v.object({ code: v.picklist(FAULTS), kind: v.picklist(KINDS), line: v.number() })),
  /** Lines of each kind that were found good so far. */
  lines: v.record(v.string(), v.number()),
  createdAt: Time,
});
export type DeskExport = v.InferOutput<typeof DeskExport>;
export type Fault = NonNullable<DeskExport["fault"]>;

const inProject = { projectId: idOf("project") };
const ofExport = { ...inProject, deskExportId: idOf("deskExport") };
const One = v.object({ export: DeskExport });
const PATH = "/api/management/projects/:projectId/desk-exports";

/** Begins an upload. At most five at a time in a project; what nobody imports is removed after seven days. */
export const createDeskExport = route({
  name: "createDeskExport",
  method: "POST",
  path: PATH,
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, platform: v.picklist(EXPORT_PLATFORMS) }),
  status: 201,
  reply: One,
  errors: ["conflict"],
});
export const readDeskExport = route({
  name: "readDeskExport",
  method: "GET",
  path: `${PATH}/:deskExportId`,
  who: "admin",
  params: ofExport,
  reply: One,
});
const Place = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.maxValue(MAX_PIECES - 1));
/** One piece of a file, by its order from 0, cut anywhere. Sending it again replaces it. */
export const putDeskExportPiece = route({
  name: "putDeskExportPiece",
  method: "PUT",
  path: `${PATH}/:deskExportId/pieces`,
  who: "admin",
  params: ofExport,
  query: v.object({ kind: v.picklist(KINDS), n: Place }),
  body: "raw",
  reply: Done,
  errors: ["length_required", "too_large", "conflict"],
});
/** All pieces are there: reads every line. Repeating it is safe. */
export const checkDeskExport = route({
  name: "checkDeskExport",
  method: "POST",
  path: `${PATH}/:deskExportId/check`,
  who: "admin",
  params: ofExport,
  body: Empty,
  reply: One,
  errors: ["conflict"],
});
/** Removes the files. Repeating it is safe. */
export const deleteDeskExport = route({
  name: "deleteDeskExport",
  method: "DELETE",
  path: `${PATH}/:deskExportId`,
  who: "admin",
  params: ofExport,
  reply: Done,
});
