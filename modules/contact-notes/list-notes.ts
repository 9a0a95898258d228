// Lists the notes on a contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import type { Note } from "./contract.ts";
import { readNotes, readStanding } from "./queries.ts";

const PAGE = 20;

/** A page, newest first; none of a contact that was erased. */
export async function listNotes(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  cursor: string | undefined,
): Promise<{ items: Note[]; next: string | null }> {
  const who = { projectId: ctx.caller.projectId, contactId };
  const [notes, { exists }] = await ctx.db.read(readNotes(who, decodeCursor(cursor)?.id, PAGE + 1), readStanding(who));
  if (!exists) throw notFound();
  const last = notes.length > PAGE ? notes[PAGE - 1] : undefined;
  return { items: notes.slice(0, PAGE), next: last ? encodeCursor([0, last.id]) : null };
}
