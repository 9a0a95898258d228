// Reads what a merge would do, the merges of a contact, and who is offered as the same person; dismisses such an offer.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { readContact, readContactOrKept } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import type { Merge } from "./contract.ts";
import { readExtent, readMergesInto, readOffers, readThese, writeDismissal } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const MOST_MERGES = 20;
const MOST_OFFERS = 3;

export async function previewMerge(
  ctx: Ctx,
  intoId: ContactId,
  from: ContactId,
): Promise<{ into: Contact; from: Contact; moves: { conversations: number; notes: number }; sessions: number }> {
  const { projectId } = ctx.caller;
  const [into, other, { sessions, ...moves }] = await ctx.db.read(
    readContact(projectId, intoId),
    readContactOrKept(projectId, from),
    readExtent(projectId, from),
  );
  if (!into || !other) throw notFound();
  return { into, from: other, moves, sessions };
}

export async function readContactMerges(ctx: Ctx, id: ContactId): Promise<{ merges: Merge[]; offers: Contact[] }> {
  const { projectId } = ctx.caller;
  const [contact, merges, ids] = await ctx.db.read(
    readContact(projectId, id),
    readMergesInto(projectId, id, MOST_MERGES),
    readOffers(projectId, id, MOST_OFFERS),
  );
  if (!contact) throw notFound();
  const found = ids.length === 0 ? [] : await ctx.db.read(...readThese(projectId, ids));
  return { merges, offers: found.filter((each) => each !== undefined) };
}

/** Never merges anything: it only stops the offer, or brings it back. */
export async function dismissOffer(ctx: Ctx, id: ContactId, other: ContactId, dismissed: boolean): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [one, two] = await ctx.db.commitAndRead(
    [writeDismissal(projectId, id, other, dismissed)],
    readContact(projectId, id),
    readContact(projectId, other),
  );
  if (!one || !two) throw notFound();
  return { ok: true };
}
