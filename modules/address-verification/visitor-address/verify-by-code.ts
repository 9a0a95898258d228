// Verifies a visitor's address by a code that is mailed there. A link would not do: its recipient might click it without having asked for
// it. Other contacts with the same address are neither read nor revealed.
import { emailConfig, missingForSending } from "#modules/email";
import { keyedHash, randomToken, type VisitorPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notConfigured, notFound, rateLimited } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { contactChanged, hasNoVerifiedAddress, readContact, writeVerifiedAddress, writeClaim } from "#modules/contacts";
import { readWidget } from "#modules/projects";
import {
  addressHash,
  addressIsFull,
  deliveryExists,
  isQueued,
  readByCause,
  writeDelivery,
  aboutContact,
  attemptJob,
  headerText,
  mailboxAddress,
  readAsksForAddress,
} from "#modules/email";
import { m } from "#messages";
import { codeHash } from "./code.ts";
import {
  type AddressCode,
  mayRequestAgain,
  addressVerifiedBy,
  readCode,
  writeCodeRequest,
  writeEndReturnLinks,
  writeCodeTry,
} from "./queries.ts";
import { REQUEST_INTERVAL, CODE_TTL, MAX_TRIES } from "./rules.ts";

type VisitorCtx = RequestCtx<VisitorPrincipal>;

/** A visitor's own address and its verification state. */
export interface VisitorAddress {
  readonly address: string | null;
  readonly state: "none" | "waiting" | "proved";
}
const stateOf = (contact: { email: string | null; emailVerified: boolean }, code: AddressCode | undefined, now: number): VisitorAddress => {
  if (contact.emailVerified) return { address: contact.email, state: "proved" };
  const waits = code && code.usedBy === null && code.tries < MAX_TRIES && code.expiresAt > now;
  return waits ? { address: code.address, state: "waiting" } : { address: contact.email, state: "none" };
};

export async function visitorAddress({ caller, db, clock }: VisitorCtx): Promise<VisitorAddress> {
  const { projectId, contactId } = caller;
  const [contact, code] = await db.read(readContact(projectId, contactId), readCode(projectId, contactId));
  if (!contact) throw notFound();
  return stateOf(contact, code, clock.now());
}

// In addition to three mails an hour to each address: one visitor, IP address or project must not mail many unverified addresses.
const PER_CONTACT_HOUR = 6;
const PER_NETWORK_HOUR = 30;
const PER_PROJECT_HOUR = 500;
// Plus forms of an address count as one mailbox.
const PER_MAILBOX_HOUR = 3;

/** Stores the address as a claim and mails it a code, both or neither. Repeating a `clientId` sends nothing again. */
export async function requestAddressCode(
  ctx: VisitorCtx,
  { clientId, email }: { clientId: string; email: string },
): Promise<VisitorAddress> {
  const missing = missingForSending(emailConfig(ctx.config));
  if (missing.length > 0) throw notConfigured("email", missing, m.address_verification_no_email());
  const { projectId, contactId } = ctx.caller;
  const [project, asks] = await ctx.db.read(readWidget(projectId), readAsksForAddress(projectId));
  if (!project) throw notFound();
  // A project that does not ask visitors for an address sends no codes, even for a direct call.
  if (!asks) throw conflict(m.address_verification_not_asked());
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const cause = `code:${contactId}:${clientId}`;
  const toHash = await addressHash(ctx, email);
  const counters = [
    customCounter("addressCodesPerContactHour", contactId, now, hours(1), PER_CONTACT_HOUR),
    customCounter("addressCodesPerMailboxHour", await addressHash(ctx, mailboxAddress(email)), now, hours(1), PER_MAILBOX_HOUR),
    customCounter("addressCodesPerProjectHour", projectId, now, hours(1), PER_PROJECT_HOUR),
    ...(ctx.address === undefined
      ? []
      : [customCounter("addressCodesPerIpHour", await keyedHash(ctx.env, ctx.db, ctx.address), now, hours(1), PER_NETWORK_HOUR)]),
  ];
  const work = attemptJob({ id, projectId }, 1, 0, now, now);
  const done = deliveryExists(id);
  const full = addressIsFull(toHash, now, id);
  const [row, contact, code, why] = await ctx.db.commitAndRead(
    [
      writeDelivery(
        {
          ...{ id, projectId, kind: "code", cause, to: email, toHash, now },
          proved: false,
          subject: m.address_verification_code_subject({ projectName: headerText(project.projectName, 80) }),
          headerId: null,
          about: { contactId, conversationId: null, messageId: null },
          attended: true,
          impossible: undefined,
        },
        // Other mail would be held until the limit allows it, but a code would have expired by then: it is refused.
        sql`${hasNoVerifiedAddress(projectId, contactId)} AND ${mayRequestAgain(projectId, contactId, now)} AND NOT ${full} AND ${belowLimits(counters)}`,
      ),
      writeCodeRequest({ projectId, contactId, deliveryId: id, address: email, now, until: now + CODE_TTL }, done),
      writeClaim(projectId, contactId, { email }, done),
      writeCounters(counters, done),
      writeJobs([work], now, isQueued(id), aboutContact(contactId)),
    ],
    readByCause(projectId, cause),
    readContact(projectId, contactId),
    readCode(projectId, contactId),
    queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("counter")}, ${full} ${as.number("address")}`, (found) => ({
      counter: found.counter,
      address: found.address !== 0,
    })),
  );
  if (!contact) throw notFound();
  if (row) {
    if (row.to !== email) throw conflict(m.address_verification_other_address());
    if (row.id === id) wakeJobs(ctx, [work.id]);
    return stateOf(contact, code, now);
  }
  if (contact.emailVerified) throw conflict(m.address_verification_your_address_already_confirmed());
  const wait = (code?.createdAt ?? 0) + REQUEST_INTERVAL - now;
  if (wait > 0) throw rateLimited("addressCodesPerMinute", Math.ceil(wait / 1000), m.address_verification_just_sent());
  if (why?.address) throw rateLimited("mailsPerAddressHour", hours(1) / 1000, m.address_verification_address_full());
  const counter = counters[why?.counter ?? -1];
  if (counter) throw limitRefusal(counter, now);
  throw notFound();
}

/** Verifies the address by the code that was mailed there. Each try counts, and a code works once. */
export async function verifyVisitorAddress(ctx: VisitorCtx, given: string): Promise<VisitorAddress> {
  const { projectId, contactId } = ctx.caller;
  const now = ctx.clock.now();
  const attempt = randomToken();
  const proved = addressVerifiedBy(projectId, contactId, attempt);
  const [code, contact] = await ctx.db.commitAndRead(
    [
      writeCodeTry(projectId, contactId, await codeHash(ctx, contactId, given), attempt, now),
      writeEndReturnLinks(projectId, sql`${contactId}`, proved, sql`${proved} IS NOT NULL`),
      writeVerifiedAddress(projectId, contactId, proved, sql`${proved} IS NOT NULL`),
    ],
    readCode(projectId, contactId),
    readContact(projectId, contactId),
  );
  if (!contact) throw notFound();
  if (code?.usedBy === attempt && contact.emailVerified && contact.email === code.address) {
    for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
    return stateOf(contact, code, now);
  }
  if (contact.emailVerified) throw conflict(m.address_verification_your_address_already_confirmed(), { reason: "used" });
  if (!code || !code.made) throw conflict(m.address_verification_no_code_yet(), { reason: "none" });
  if (code.usedBy !== null) throw conflict(m.address_verification_code_used(), { reason: "used" });
  if (code.expiresAt <= now) throw conflict(m.address_verification_code_expired(), { reason: "expired" });
  if (code.tries >= MAX_TRIES) throw conflict(m.address_verification_too_many_wrong_codes(), { reason: "too_many" });
  throw conflict(m.address_verification_wrong_code(), { reason: "wrong" });
}
