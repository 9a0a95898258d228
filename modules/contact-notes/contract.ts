// Wire contract of notes on contacts. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, page, prose, Time } from "#kernel/wire/values.ts";
import { ContactIdField } from "#modules/contacts/contract";
import * as v from "valibot";

/** Characters of a note. */
export const MAX_NOTE = 5000;
/** Notes of a contact at most. */
export const MAX_NOTES = 500;

export const NoteIdField = idOf("contactNote");
export const Note = v.object({
  id: NoteIdField,
  content: v.string(),
  authorId: idOf("account"),
  /** Null for somebody whose account is gone. */
  authorName: v.nullable(v.string()),
  createdAt: Time,
  editedAt: v.nullable(Time),
});
export type Note = v.InferOutput<typeof Note>;

const ofContact = { projectId: idOf("project"), contactId: ContactIdField };
const ofNote = { ...ofContact, noteId: NoteIdField };
const Content = v.pipe(prose(MAX_NOTE), v.trim(), v.minLength(1));
const One = v.object({ note: Note });

/** Newest first, without deleted ones. */
export const listNotes = route({
  name: "listContactNotes",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/notes",
  who: "member",
  params: ofContact,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(Note),
});
/** 409 `conflict` if the contact was erased, or has 500 notes. */
export const addNote = route({
  name: "addContactNote",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/notes",
  who: "member",
  params: ofContact,
  body: v.strictObject({ clientId: ClientId, content: Content }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** 403 for notes of somebody else. */
export const changeNote = route({
  name: "changeContactNote",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/notes/:noteId",
  who: "member",
  params: ofNote,
  body: v.strictObject({ content: Content }),
  reply: One,
  errors: ["forbidden"],
});
/** 403 for notes of somebody else, unless the caller is an owner or admin. Repeating it is safe. */
export const deleteNote = route({
  name: "deleteContactNote",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/notes/:noteId",
  who: "member",
  params: ofNote,
  reply: One,
  errors: ["forbidden"],
});
/** Puts a deleted note back, as it was. 404 once it is gone for good, an hour after it was deleted. */
export const restoreNote = route({
  name: "restoreContactNote",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/contacts/:contactId/notes/:noteId/restore",
  who: "member",
  params: ofNote,
  body: v.strictObject({}),
  reply: One,
  errors: ["forbidden"],
});
