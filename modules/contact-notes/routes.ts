import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { addNote } from "./add-note.ts";
import { changeNote, deleteNote, restoreNote } from "./change-note.ts";
import * as contract from "./contract.ts";
import { listNotes } from "./list-notes.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listNotes, (ctx, { params, query }) => listNotes(ctx, params.contactId, query.cursor)),
  serve(contract.addNote, (ctx, { params, body }) => addNote(ctx, params.contactId, body)),
  serve(contract.changeNote, (ctx, { params, body }) => changeNote(ctx, params.contactId, params.noteId, body.content)),
  serve(contract.deleteNote, (ctx, { params }) => deleteNote(ctx, params.contactId, params.noteId)),
  serve(contract.restoreNote, (ctx, { params }) => restoreNote(ctx, params.contactId, params.noteId)),
];
