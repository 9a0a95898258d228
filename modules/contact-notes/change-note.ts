// Changes, deletes and restores a note on a contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ContactNoteId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { isMember } from "#modules/projects";
import { listNotes, type Note } from "./contract.ts";
import { readNote, writeContent, writeDeleted } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Only by its author. Throws `forbidden` for anybody else. */
export async function changeNote(ctx: Ctx, contactId: ContactId, id: ContactNoteId, content: string): Promise<{ note: Note }> {
  const { projectId, accountId } = ctx.caller;
  const who = { projectId, contactId };
  const [note] = await ctx.db.commitAndRead([writeContent(who, id, content, accountId, ctx.clock.now())], readNote(who, id));
  if (!note) throw notFound();
  if (note.authorId !== accountId) throw forbidden(m.contact_notes_only_author());
  // It was deleted meanwhile.
  if (note.content !== content) throw notFound();
  announceChanged(ctx, projectId, listNotes);
  return { note };
}

/** By its author, or an owner or admin. It can be restored for an hour. */
export const deleteNote = (ctx: Ctx, contactId: ContactId, id: ContactNoteId): Promise<{ note: Note }> =>
  setDeleted(ctx, contactId, id, ctx.clock.now());

/** Undo of deleting, by whoever may delete it. */
export const restoreNote = (ctx: Ctx, contactId: ContactId, id: ContactNoteId): Promise<{ note: Note }> =>
  setDeleted(ctx, contactId, id, null);

async function setDeleted(ctx: Ctx, contactId: ContactId, id: ContactNoteId, at: number | null): Promise<{ note: Note }> {
  const { projectId, accountId, role } = ctx.caller;
  const who = { projectId, contactId };
  const may: SQL = sql`(author_id = ${accountId} OR ${isMember(projectId, accountId, ["owner", "admin"])})`;
  const [note] = await ctx.db.commitAndRead([writeDeleted(who, id, at, may)], readNote(who, id));
  if (!note) throw notFound();
  if (note.authorId !== accountId && role === "operator") throw forbidden(m.contact_notes_only_author_deletes());
  announceChanged(ctx, projectId, listNotes);
  return { note };
}
