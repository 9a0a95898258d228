// What stops a sequence from outside: answers, automatic answers, bounces, and conversations elsewhere with the same person.
import { sql } from "#kernel/db/index.ts";
import type { DeliveryId, OutreachSequenceId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { addressOfContact } from "#modules/contacts";
import { contactOf, type EventWrites } from "#modules/conversations";
import { addressHash, deliveryIdsIn, readReturnedOf, tellReturned, writeBounced } from "#modules/email";
import type { InboundInterceptor, IncomingMail } from "#modules/inbound-email";
import type { Ctx } from "#kernel/module/index.ts";
import { writeStage } from "#modules/leads";
import { sequenceOfAddress } from "./answer-address.ts";
import { writeCounted } from "./days-queries.ts";
import { readAnswered, readDeliveryAmong, writeAnswered, writeConversationStops, writeEnded, writeStoppedAt } from "./queries.ts";
import { dayOf } from "./rules.ts";
import { countedReturn } from "./suppressed.ts";

/** A message to or from a person ends what is on its way to them, in the batch that stores the message. */
export const conversationStops: EventWrites = ({ projectId, conversationId, now }, { event }, done) => {
  if (event.kind.name !== "message") return [];
  const contact = contactOf(projectId, conversationId);
  return [writeConversationStops(projectId, addressOfContact(projectId, contact), contact, now, done)];
};

const first = async <A, B>(all: readonly A[], found: (one: A) => Promise<B | undefined>): Promise<B | undefined> => {
  for (const one of all) {
    const it = await found(one);
    if (it !== undefined) return it;
  }
  return undefined;
};
const named = (ctx: Pick<Ctx, "env" | "db">, { projectId }: IncomingMail, addresses: readonly string[]) =>
  first(addresses, (address) => sequenceOfAddress(ctx, projectId, address));

/**
 * Stops the sequence that a mail answers or returns. It is admitted as any other mail, so that it opens a conversation; only a delivery
 * report, which nobody would answer, is kept with its receipt alone.
 */
async function stopAnswered(ctx: Ctx, mail: IncomingMail) {
  const { projectId, from, bounce, automatic } = mail;
  const addressed = await named(ctx, mail, mail.recipients);
  const fromHash = from === null ? undefined : await addressHash(ctx, from);
  const [returned, answered] = await ctx.db.read(
    readDeliveryAmong(projectId, deliveryIdsIn(bounce?.messageIds ?? [])),
    readDeliveryAmong(projectId, deliveryIdsIn(mail.references)),
  );
  if (returned && bounce) return await takeBounce(ctx, mail, returned, addressed);
  // It is still being tried: nobody has said anything yet.
  if (bounce?.delayed === true) return undefined;
  const [bySender, byAddress, byReference] = await ctx.db.read(
    readAnswered(projectId, { addressHash: fromHash ?? "" }),
    readAnswered(projectId, { id: (addressed ?? "") as OutreachSequenceId }),
    readAnswered(projectId, { deliveryId: answered ?? ("" as never) }),
  );
  // Anybody can write a Message-ID, but only a person whom the mail reached knows it; and a stop that nobody meant harms little.
  const sequence = byAddress ?? bySender ?? byReference;
  const now = ctx.clock.now();
  const reason = automatic ? "automatic_answer" : "answered";
  const stops = [
    ...(sequence ? [writeEnded(projectId, sequence.id, reason, now)] : []),
    ...(fromHash === undefined ? [] : [writeStoppedAt(projectId, fromHash, reason, now)]),
  ];
  if (sequence && !automatic)
    stops.push(
      writeAnswered(projectId, sequence.id, now),
      writeCounted(projectId, dayOf(now), "answered", sql`changes() > 0`),
      writeStage(projectId, sequence.leadId, { from: ["new", "contacted"], to: "in_conversation", now }, sql`1`),
    );
  if (stops.length > 0) await ctx.db.commit(stops);
  return undefined;
}

async function takeBounce(ctx: Ctx, mail: IncomingMail, id: DeliveryId, addressed: OutreachSequenceId | undefined) {
  const { projectId, bounce } = mail;
  const [sequence] = await ctx.db.read(readAnswered(projectId, { deliveryId: id }));
  if (!sequence || !bounce) return undefined;
  // A Message-ID alone proves nothing, because every answer contains it.
  const isVouched = addressed === sequence.id || (await named(ctx, mail, bounce.replyTo)) === sequence.id;
  if (!isVouched) return undefined;
  if (bounce.delayed) return { dropReason: m.outreach_delay_kept() };
  const now = ctx.clock.now();
  if (!bounce.failed) {
    await ctx.db.commit([writeEnded(projectId, sequence.id, "automatic_answer", now)]);
    return { dropReason: m.outreach_bounce_kept() };
  }
  const [returned] = await ctx.db.read(readReturnedOf(projectId, { ids: [id] }));
  const tell = await tellReturned(ctx, returned);
  await ctx.db.commit([
    ...writeBounced({ projectId, mail: { id }, says: bounce.says, now }),
    writeEnded(projectId, sequence.id, "bounced", now),
    ...countedReturn(projectId, { id: sequence.id }, "bounced", now),
    ...tell(sql`1`),
  ]);
  return { dropReason: m.outreach_bounce_kept() };
}

export const outreachAnswers: InboundInterceptor = { smtpRejection: async () => undefined, intercept: stopAnswered };
