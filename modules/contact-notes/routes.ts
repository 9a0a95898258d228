import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { asKept } from "#modules/contacts";
import { addNote } from "./add-note.ts";
import { changeNote, deleteNote, restoreNote } from "./change-note.ts";
import * as contract from "./contract.ts";
import { listNotes } from "./list-notes.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listNotes, (ctx, { params, query }) => asKept(ctx, params.contactId, (id) => listNotes(ctx, id, query.cursor))),
  serve(contract.addNote, (ctx, { params, body }) => asKept(ctx, params.contactId, (id) => addNote(ctx, id, body))),
  serve(contract.changeNote, (ctx, { params, body }) =>
    asKept(ctx, params.contactId, (id) => changeNote(ctx, id, params.noteId, body.content)),
  ),
  serve(contract.deleteNote, (ctx, { params }) => asKept(ctx, params.contactId, (id) => deleteNote(ctx, id, params.noteId))),
  serve(contract.restoreNote, (ctx, { params }) => asKept(ctx, params.contactId, (id) => restoreNote(ctx, id, params.noteId))),
];
