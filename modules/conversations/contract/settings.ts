// Wire contract of settings: how a project works on its conversations, and how a member writes. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { prose } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

/** How a project works on its conversations. */
export const InboxSettings = v.strictObject({
  /** Whether a reply assigns an unassigned conversation to its author. */
  assignOnReply: v.boolean(),
});
export type InboxSettings = v.InferOutput<typeof InboxSettings>;
export const readInboxSettings = route({
  name: "readInboxSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/inbox-settings",
  who: "member",
  params: inProject,
  reply: InboxSettings,
});
export const changeInboxSettings = route({
  name: "changeInboxSettings",
  method: "PATCH",
  path: "/api/management/projects/:projectId/inbox-settings",
  who: "admin",
  params: inProject,
  body: InboxSettings,
  reply: InboxSettings,
});

/** Characters of a signature. */
export const MAX_SIGNATURE = 500;
/** Seconds for which a reply can be taken back. */
export const UNDO_SECONDS = [0, 5, 10, 20] as const;
/** How a member writes in a project. */
export const WritingSettings = v.strictObject({
  /** Which key sends: Enter, or Ctrl or Cmd with it. */
  sendKey: v.picklist(["mod_enter", "enter"]),
  /** What is open after a reply that closes or snoozes: the same conversation, or the next one. */
  afterHandling: v.picklist(["stay", "next"]),
  /** Markdown below the member's replies by mail; empty for none. */
  signature: v.pipe(prose(MAX_SIGNATURE, 0), v.trim()),
  /** For how long a reply can be taken back after it was sent from the dashboard; 0: replies go at once. */
  undoSeconds: v.optional(v.picklist(UNDO_SECONDS), 10),
});
export type WritingSettings = v.InferOutput<typeof WritingSettings>;
/** The text with the signature below it, as it is sent. */
export const signed = (text: string, signature: string): string => (signature === "" ? text : `${text}\n\n${signature}`.trim());
/** The text as it was written, without the signature. */
export const unsigned = (text: string, signature: string): string =>
  signature !== "" && text.endsWith(`\n\n${signature}`) ? text.slice(0, -signature.length - 2) : text;

/** The caller's own. */
export const readWritingSettings = route({
  name: "readWritingSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/writing-settings",
  who: "member",
  params: inProject,
  reply: WritingSettings,
});
/** Saves all of the caller's own. Safe to repeat. */
export const saveWritingSettings = route({
  name: "saveWritingSettings",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/writing-settings",
  who: "member",
  params: inProject,
  body: WritingSettings,
  reply: WritingSettings,
});
