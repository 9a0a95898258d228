// Adds a note to a contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { listNotes, MAX_NOTES, type Note } from "./contract.ts";
import { readNoteBy, readStanding, writeNote } from "./queries.ts";

/** Throws `conflict` for an erased contact, for one with as many notes as it may have, and for a clientId of another note. */
export async function addNote(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  input: { readonly clientId: string; readonly content: string },
): Promise<{ note: Note }> {
  const { projectId, accountId } = ctx.caller;
  const who = { projectId, contactId };
  const now = ctx.clock.now();
  const id = newId("contactNote", now);
  const [note, { exists, there }] = await ctx.db.commitAndRead(
    [writeNote(who, { ...input, id, authorId: accountId, now })],
    readNoteBy(who, input.clientId),
    readStanding(who),
  );
  if (!exists) throw notFound();
  if (!there) throw conflict(m.contacts_is_erased());
  if (!note) throw conflict(m.contact_notes_too_many({ max: MAX_NOTES }));
  if (note.id === id) announceChanged(ctx, projectId, listNotes);
  else if (note.content !== input.content && note.editedAt === null) throw conflict(m.contact_notes_same_client_id());
  else ctx.reply.status = 200;
  return { note };
}
