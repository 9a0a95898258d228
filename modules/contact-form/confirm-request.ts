// The owner of the address confirms: the address is proved, and the message begins a conversation, once.
import type { LetterPrincipal } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId, type HelpLetterId, type ProjectId } from "#kernel/ids/index.ts";
import { newMessage, record } from "#modules/conversations";
import { contactByProof } from "#modules/address-verification";
import { cameFrom, carriedAlong } from "#modules/help-insights";
import { type Letter, letterWaits, readIsSent, readWaiting, writeSent } from "./queries.ts";

/** `gone` = expired, erased, or never there. */
export type Confirmed = "sent" | "already" | "gone";

/**
 * Two batches: the contact whose address it is, then conversation, message and the letter's end together. Stopped between them, the
 * next click finds the contact and goes on; whoever clicks twice, or twice at once, sends it once.
 */
export async function confirmLetter(ctx: RequestCtx, projectId: ProjectId, id: HelpLetterId): Promise<Confirmed> {
  const now = ctx.clock.now();
  const [letter, isSent] = await ctx.db.read(readWaiting(projectId, id, now), readIsSent(projectId, id));
  if (isSent) return "already";
  if (!letter) return "gone";
  const waits = letterWaits(projectId, id, now);
  const contact = await contactByProof(ctx, { projectId, email: letter.email, name: letter.name }, waits);
  // Whoever is blocked is told what everybody is told, as by mail.
  if (contact?.state === "hidden") {
    await ctx.db.commit([writeSent(projectId, id, contact.id, waits)]);
    return "sent";
  }
  if (contact?.state !== "active") return "gone";
  return await begin(ctx, { kind: "letter", projectId, contactId: contact.id, letterId: id }, letter, now);
}

async function begin(ctx: RequestCtx, caller: LetterPrincipal, letter: Letter, now: number): Promise<Confirmed> {
  const { projectId, contactId, letterId: id } = caller;
  const conversationId = await derivedId("conversation", `letter:${id}`);
  const carried = {
    visit: letter.visit ?? "",
    locale: letter.locale,
    read: letter.article === null ? [] : [letter.article],
    searched: letter.query === null ? [] : [letter.query],
    feedback: letter.feedback === null ? [] : [letter.feedback],
  };
  const came = await cameFrom(ctx, projectId, carried);
  const along = await carriedAlong(carried, { projectId, contactId, conversationId, now });
  try {
    const { repeated } = await record(
      { ...ctx, caller, proof: undefined },
      {
        conversationId,
        clientId: "letter",
        event: newMessage({
          content: letter.message,
          attachments: [],
          // By mail it goes on: the team's answers are mailed.
          origin: { door: "email", automatic: null, help: { read: [], searched: [], ...came, letter: true } },
        }),
        opening: { clientId: `letter:${id}`, counters: [], when: letterWaits(projectId, id, now) },
        alongside: (_, done) => [writeSent(projectId, id, contactId, done), ...along(done)],
      },
    );
    return repeated ? "already" : "sent";
  } catch (error) {
    // Blocked, erased or sent between the look and the batch.
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    const [isSent] = await ctx.db.read(readIsSent(projectId, id));
    return isSent ? "already" : "gone";
  }
}
