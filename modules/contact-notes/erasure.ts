// Erasure step of notes on contacts: all of them, deleted ones too.
import type { ContactNoteId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { notesOf, readNoteIds, writeErasedNotes } from "./queries.ts";

export const noteStep = erasureStep<ContactNoteId>({
  name: "contact-notes.notes",
  preview: async (_ctx, who) => ({ contactNotes: notesOf(who) }),
  listKeys: (who, _after, limit) => readNoteIds(who, limit),
  clear: (who, ids) => [{ statement: writeErasedNotes(who, ids), report: { kind: "contactNotes" } }],
});
