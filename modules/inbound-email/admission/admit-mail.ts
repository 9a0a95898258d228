// Turns a receipt into a message: classifies the mail first, then records it in its conversation. Safe to run again from any point.
import { emailConfig } from "#modules/email";
import { actorOf, keyedHash, type MailPrincipal } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { type ContactId, type ConversationId, type DeliveryId, derivedId, type FileId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactChanged, contactStillThere, isActive, readContact, writeFromMail, writeAddressMarkedVerified } from "#modules/contacts";
import { asAuthor, newMessage, readKept, record } from "#modules/conversations";
import { MAX_SUBJECT } from "#modules/conversations/contract";
import { storeBytes } from "#modules/files";
import { MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { projectIsLive } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import {
  addressHash,
  readRequestedAmong,
  readReturnedOf,
  tellReturned,
  writeBounced,
  deliveryIdsIn,
  mailboxAddress,
  conversationOfAddress,
  senderContact,
  readOwnAddresses,
  readSenderContact,
  writeSenderContact,
  writeNoErasedContact,
} from "#modules/email";
import { writeEndReturnLinks, codeRequestsAmong, writeVoidCodes } from "#modules/address-verification";
import { m } from "#messages";
import { type Bounce, readBounce } from "../parsing/delivery-report.ts";
import { inboundInterceptor, type IncomingMail, type Interception } from "../extension.ts";
import { findAccountMail } from "./detect-account-mail.ts";
import { classify } from "../automatic-mail/classify.ts";
import { cleanLine } from "../parsing/clean-text.ts";
import type { InboundMail, MailAddress } from "../parsing/inbound-mail.ts";
import { admitMail } from "../admit-job.ts";
import { contentOf } from "./content.ts";
import { type Evidence, readableBytes, readEvidence, RAW } from "../receiving/evidence.ts";
import { dropObjects, putObject, reserveObjects } from "../receiving/objects.ts";
import { withoutContent, classifiedAsOwn } from "./own-address-mail.ts";
import {
  type Pending,
  readOwner,
  readPending,
  readVerifiedContact,
  readThreaded,
  readWasAddressed,
  readWaits,
  writeAdmitted,
  writeAdmitting,
  writeClassified,
  writeEnded,
  writeMail,
  writeForgetAccountMail,
  writeRawDeleted,
  writeTaken,
  writeWaits,
  writeReceiptContact,
} from "../queries.ts";
import { namedRecipients } from "../receiving/recipients.ts";
import { type Place, findPlace } from "./find-conversation.ts";

/** Ends a mail without a message. The error's message is shown on the receipt. */
class AdmissionEnded extends Error {
  readonly state: "unreadable" | "dropped";
  /** The mail was sent by this product, so nothing of it is kept. */
  readonly own: boolean;
  constructor(state: "unreadable" | "dropped", says: string, own = false) {
    super(says);
    this.state = state;
    this.own = own;
  }
}

/** Limits: recipients in which a reply address is looked for, and Message-IDs that the mail says it answers. */
const MAX_RECIPIENTS = 30;
const MAX_ANSWERED = 30;

export const admitJob = handle(admitMail, async (ctx, { receiptId }, { attempts }) => {
  const [receipt] = await ctx.db.commitAndRead([writeAdmitting(receiptId, attempts)], readPending(receiptId));
  if (!receipt) return;
  try {
    await admit(ctx, receipt);
  } catch (error) {
    if (!(error instanceof AdmissionEnded)) {
      await ctx.db.commit([
        writeEnded(receiptId, "failed", attempts < 10 ? m.inbound_email_retrying() : m.inbound_email_retrying_slowly()),
      ]);
      throw error;
    }
    if (!error.own) return void (await ctx.db.commit([writeEnded(receiptId, error.state, error.message)]));
    await ctx.db.commit(writeForgetAccountMail(receiptId, receipt.objectKey, error.message, ctx.clock.now()));
    await dropObjects(ctx, [receipt.objectKey]);
  }
});

async function readObject(ctx: Ctx, receipt: Pending): Promise<Evidence> {
  const object = await ctx.env.FILES.get(receipt.objectKey);
  if (!object) throw new Error("the stored mail is not there");
  const type = object.httpMetadata?.contentType ?? RAW;
  return await readEvidence(type, await readableBytes(type, object), receipt);
}

async function admit(ctx: Ctx, receipt: Pending): Promise<void> {
  const { projectId } = receipt;
  const { mail, authentication } = await readObject(ctx, receipt);
  await refuseAccountMail(ctx, receipt, mail);
  const written = [mail.from?.address, mail.sender?.address, receipt.envelopeFrom ?? undefined].map((one) => (one ?? "").toLowerCase());
  const mentioned = [...written, ...loopsOf(mail)].filter((one) => one.includes("@"));
  const [known, waits] = await ctx.db.commitAndRead(
    [writeWaits(receipt.id)],
    readOwnAddresses(projectId, [...new Set(mentioned.flatMap((one) => [one, mailboxAddress(one)]))]),
    readWaits(receipt.id),
  );
  if (waits === true) return;
  const { from: installation } = emailConfig(ctx.config);
  const ours = new Set([...known, ...(installation === undefined ? [] : [installation, mailboxAddress(installation)])]);
  const isOwn = (address: string): boolean => ours.has(address) || ours.has(mailboxAddress(address));
  // Programs often leave out their address. A sender without a usable address is known by name alone, and gets no mail.
  const from = (mail.from?.address ? written.slice(0, 1) : written).find((one) => ONE_ADDRESS.test(one) && one.length <= 320) ?? null;
  const own = from !== null && isOwn(from) ? from : undefined;
  const found = classify(mail, { envelopeFrom: receipt.envelopeFrom, isOwn });
  const classification =
    receipt.automatic === null
      ? own === undefined
        ? found
        : classifiedAsOwn(found, own)
      : { automatic: receipt.automatic, reasons: receipt.reasons };
  await ctx.db.commit([writeClassified(receipt.id, classification.automatic, classification.reasons, mail.subject, ctx.clock.now())]);
  const readable = mail.headers.some(({ name }) => MAIL_HEADERS.has(name));
  // Automatic mail is recorded even if it is unreadable, such as a damaged delivery report.
  if (!readable && !classification.automatic) throw new AdmissionEnded("unreadable", m.inbound_email_unreadable());
  const reasons = classification.automatic ? classification.reasons : null;
  if (own !== undefined)
    return await recordMail(
      ctx,
      receipt,
      { mail: withoutContent(mail, own), authentication: null },
      { from: null, reasons, own: mail.messageId },
    );
  const references = [...mail.inReplyTo, ...mail.references.toReversed()].slice(0, MAX_ANSWERED);
  const bounce = classification.automatic ? readBounce(mail) : null;
  const intercepted = await firstInterception(ctx, {
    ...{ receiptId: receipt.id, projectId, from, automatic: classification.automatic },
    recipients: [receipt.envelopeTo, ...namedRecipients(mail)].slice(0, MAX_RECIPIENTS),
    ...{ references, bounce },
  });
  if (intercepted?.dropReason !== undefined) throw new AdmissionEnded("dropped", intercepted.dropReason);
  const [asked] = await ctx.db.read(readRequestedAmong(projectId, bounce?.failed === true ? deliveryIdsIn(bounce.messageIds) : []));
  await recordMail(
    ctx,
    receipt,
    { mail, authentication },
    { from, reasons, asked, ...(intercepted?.conversationId === undefined ? {} : { about: intercepted.conversationId }) },
  );
}
/** The result of the first interceptor that claims the mail as an answer to its own mail. */
async function firstInterception(ctx: Ctx, mail: IncomingMail): Promise<Interception | undefined> {
  for (const { intercept } of ctx.registry.extensions.of(inboundInterceptor)) {
    const found = await intercept(ctx, mail);
    if (found) return found;
  }
  return undefined;
}
/**
 * Drops a mail that the product sent, or one that contains such a mail. A verification code in it becomes void: whoever received it here
 * need not own the mailbox.
 */
async function refuseAccountMail(ctx: Ctx, { waitsFor }: Pending, mail: InboundMail): Promise<void> {
  const { marks, codes, link } = await findAccountMail(ctx, mail);
  const now = ctx.clock.now();
  const asks = waitsFor === null || codes.length === 0 ? [] : await codeRequestsAmong(ctx, waitsFor, codes);
  if (marks.length === 0 && asks.length === 0 && !link) return;
  await ctx.db.commit([writeVoidCodes(asks, marks, now)]);
  throw new AdmissionEnded("dropped", m.inbound_email_sent_by_us(), true);
}
const loopsOf = (mail: InboundMail): string[] =>
  mail.headers.filter(({ name }) => name === "x-loop").map(({ value }) => value.replaceAll(/[<>\s]/g, "").toLowerCase());

/** A single plain address. Anything else might be read as several addresses, or as another one, when mail is sent there. */
const ONE_ADDRESS = /^[^\s@"(),:;<>[\\\]\p{Cc}]+@[^\s@"(),:;<>[\\\]\p{Cc}]+$/u;

/** Header fields of which every mail has at least one. */
const MAIL_HEADERS = new Set(["from", "sender", "to", "subject", "date", "message-id", "received", "return-path"]);

interface MailSender {
  /** The sender's address in lower case; null if the mail has none. */
  readonly from: string | null;
  readonly reasons: readonly { rule: string; evidence: string }[] | null;
  /** The conversation of the notification that an automatic mail answers; shown there to the team only. */
  readonly about?: ConversationId;
  /** Code mails and confirmations that the mail bounces. */
  readonly asked?: readonly DeliveryId[];
  /** Set for mail from an address of our own: its Message-ID, by which it may be a copy of a reply of ours. */
  readonly own?: string | null;
}

/** Finds the conversation of the mail and its contact, using only what is proved. */
async function findPlaceOfMail(ctx: Ctx, receipt: Pending, { mail, authentication }: Evidence, { from, reasons, about, own }: MailSender) {
  const { projectId } = receipt;
  const fromHash = await addressHash(ctx, from ?? `nobody: ${mail.from?.name ?? ""}${mail.from?.address ?? ""}`);
  let replyTo: ConversationId | undefined = about;
  for (const address of [receipt.envelopeTo, ...namedRecipients(mail)].slice(0, MAX_RECIPIENTS))
    replyTo ??= await conversationOfAddress(ctx, projectId, address);
  const bounce = reasons === null ? null : readBounce(mail);
  const answered = [...new Set([...mail.inReplyTo, ...mail.references.toReversed()])].slice(0, MAX_ANSWERED);
  const ids = [...new Set([...(bounce === null ? [] : bounce.messageIds), ...(typeof own === "string" ? [own] : []), ...answered])];
  const hashes = await Promise.all(ids.map((id) => keyedHash(ctx.env, ctx.db, id)));
  const [sender, proved, owner, told, threaded] = await ctx.db.read(
    readSenderContact(projectId, fromHash),
    readVerifiedContact(projectId, from ?? ""),
    readOwner(projectId, replyTo ?? null),
    readWasAddressed(projectId, replyTo ?? null, fromHash),
    readThreaded(projectId, hashes),
  );
  // A copy of our own mail belongs to its conversation, like a bounce.
  const returned = own !== undefined ? hashes : bounce === null ? [] : hashes.slice(0, bounce.messageIds.length);
  const place = findPlace({
    from,
    sender,
    proved: authentication?.aligned === true ? proved : undefined,
    reply: replyTo !== undefined && owner ? { conversationId: replyTo, owner } : undefined,
    wasAddressed: told === true,
    returned: returned.flatMap((hash) => threaded.find((one) => one.headerHash === hash && one.direction === "out") ?? []),
    answered: hashes.flatMap((hash) => threaded.filter((one) => one.headerHash === hash)),
  });
  return {
    fromHash,
    bounce: bounce?.failed === true && (await isVouched(ctx, projectId, bounce, replyTo, place)) ? bounce : null,
    sender: sender && ["erasing", "erased"].includes(sender.state) ? undefined : sender,
    place: own === undefined ? place : { ...place, returned: null },
  };
}

/** The place of the mail in the conversation that goes on, if its own was merged into that. One that is merged after this refuses, and the job is repeated. */
async function whereItGoesOn(ctx: Ctx, projectId: ProjectId, place: Place): Promise<Place> {
  if (place.conversationId === null) return place;
  const [kept] = await ctx.db.read(readKept(projectId, place.conversationId));
  return kept === undefined || kept.id === place.conversationId ? place : { ...place, conversationId: kept.id, contactId: kept.contactId };
}

/**
 * Whether a delivery report proves that it returns our mail: it came to the signed reply address of the conversation, or the returned
 * headers contain it. A Message-ID alone proves nothing, because every answer and forward contains it. Other reports are shown in their
 * conversation but suppress nothing.
 */
async function isVouched(
  ctx: Ctx,
  projectId: ProjectId,
  { replyTo: returnedTo }: Bounce,
  replyTo: ConversationId | undefined,
  { conversationId, returned }: Place,
): Promise<boolean> {
  if (returned === null) return false;
  if (replyTo === conversationId) return true;
  for (const address of returnedTo) if ((await conversationOfAddress(ctx, projectId, address)) === conversationId) return true;
  return false;
}

/** The contact of the mail. An unknown sender's contact is created once, even if several mails arrive at the same time. */
async function contactFor(
  ctx: Ctx,
  receipt: Pending,
  { mail, authentication }: Evidence,
  from: string | null,
  fromHash: string,
  place: Place,
) {
  const { projectId } = receipt;
  const now = ctx.clock.now();
  const fresh = newId("contact", now);
  const known = place.contactId;
  const mapped = senderContact(projectId, fromHash);
  const [contact] = await ctx.db.commitAndRead(
    known === null
      ? [
          writeNoErasedContact(projectId, fromHash),
          writeFromMail(
            {
              id: fresh,
              projectId,
              name: nameOf(mail.from),
              email: from,
              verified: from !== null && authentication?.aligned === true,
              now,
            },
            sql`${mapped} IS NULL AND ${projectIsLive(projectId)}`,
          ),
          writeSenderContact(projectId, fromHash, contactStillThere(projectId, sql`${fresh}`), now),
          writeReceiptContact(receipt.id, mapped),
        ]
      : [
          ...(place.isSender ? [writeSenderContact(projectId, fromHash, sql`${known}`, now)] : []),
          writeReceiptContact(receipt.id, sql`${known}`),
        ],
    readContact(projectId, known === null ? mapped : known),
  );
  if (!contact) throw new AdmissionEnded("dropped", m.inbound_email_project_gone());
  return contact;
}
const nameOf = (from: MailAddress | null): string | null => from?.name.slice(0, 200) || null;
const people = (all: readonly MailAddress[]) => all.slice(0, 100).map(({ name, address }) => ({ name, address }));

async function recordMail(ctx: Ctx, receipt: Pending, evidence: Evidence, writer: MailSender): Promise<void> {
  const { projectId } = receipt;
  const { mail, authentication } = evidence;
  const { from, reasons, asked = [] } = writer;
  const own = writer.own !== undefined;
  const { fromHash, place: found, bounce, sender } = await findPlaceOfMail(ctx, receipt, evidence, writer);
  const place = await whereItGoesOn(ctx, projectId, found);
  if (sender?.state === "hidden") {
    // The receipt then refers to the contact, so that an erasure finds it.
    await ctx.db.commit([writeReceiptContact(receipt.id, sql`${sender.id}`)]);
    throw new AdmissionEnded("dropped", m.inbound_email_sender_blocked());
  }
  const contact = await contactFor(ctx, receipt, evidence, from, fromHash, place);
  if (contact.state === "hidden") throw new AdmissionEnded("dropped", m.inbound_email_contact_blocked());
  if (contact.state !== "active") throw new AdmissionEnded("dropped", m.inbound_email_contact_erased());
  const caller: MailPrincipal = { kind: "mail", projectId, contactId: contact.id, receiptId: receipt.id };
  const bounceOf = asked.length > 0 ? readBounce(mail) : null;
  const { files, left, images } = await storeAttachments(ctx, caller, mail);
  const { content, whole, quoted } = contentOf(mail, left, files.length, reasons !== null);
  // Parsing HTML is a quarter of the worker's code, so it is loaded only for mails with HTML.
  const html = mail.html === null ? null : (await import("./sanitise.ts")).sanitised(mail.html, images);
  const keys = await reserveObjects(ctx, (html === null ? 0 : 1) + (whole === null ? 0 : 1));
  const htmlKey = html === null ? null : (keys[0] ?? null);
  const textKey = whole === null ? null : (keys.at(-1) ?? null);
  if (html !== null && htmlKey !== null) await putObject(ctx, htmlKey, html, "text/html; charset=utf-8");
  if (whole !== null && textKey !== null) await putObject(ctx, textKey, whole, "text/plain; charset=utf-8");
  const headerHash = mail.messageId === null ? null : await keyedHash(ctx.env, ctx.db, mail.messageId);
  // All mail from one address of our own goes into one conversation, so a forwarding loop cannot open more.
  const opening = own ? `own:${contact.id}` : `email:${receipt.id}`;
  const opened = place.conversationId ?? (await derivedId("conversation", opening));
  const [kept] = own && place.conversationId === null ? await ctx.db.read(readKept(projectId, opened)) : [];
  const conversationId = kept?.id ?? opened;
  const now = ctx.clock.now();
  // An authenticated mail proves the address also if an earlier mail of the contact did not.
  const proves = place.proves || (place.isSender && authentication?.aligned === true && contact.email?.toLowerCase() === from);
  const proved = proves && reasons === null ? from : null;
  const isOthers = place.conversationId !== null && (!place.isSender || writer.about !== undefined);
  const row = {
    ...{ projectId, conversationId, headerId: mail.messageId, headerHash, htmlKey, textKey, quoted, authentication },
    ...{ fromAddress: from, fromName: nameOf(mail.from), to: people(mail.to), cc: people(mail.cc), subject: mail.subject },
    senderHash: isOthers ? fromHash : null,
  };
  const bounced = bounce !== null && place.returned !== null ? { messageId: place.returned } : { ids: asked };
  const hasBounced = "messageId" in bounced || asked.length > 0;
  const tell = await tellReturned(ctx, hasBounced ? (await ctx.db.read(readReturnedOf(projectId, bounced)))[0] : []);
  try {
    await record(asAuthor(ctx, caller), {
      conversationId,
      clientId: "mail",
      event: newMessage({
        content,
        attachments: files,
        origin: {
          door: "email",
          automatic: reasons === null ? null : { reasons: [...reasons] },
          ...(isOthers ? { differentSender: true } : {}),
        },
      }),
      ...(place.conversationId === null && conversationId === opened
        ? { opening: { clientId: opening, counters: [], subject: cleanLine(mail.subject, MAX_SUBJECT) || null } }
        : {}),
      alongside: (messageId, done) => [
        writeMail(row, messageId, now, done),
        writeAdmitted(receipt.id, messageId, contact.id, now, done),
        ...(own ? writeRawDeleted(receipt.id, now, done) : []),
        ...asked.flatMap((id) => writeBounced({ projectId, mail: { id }, says: bounceOf?.says ?? "", now }, done)),
        writeTaken(keys, done),
        ...(proved === null
          ? []
          : [
              writeEndReturnLinks(projectId, sql`${contact.id}`, sql`${proved}`, done),
              writeAddressMarkedVerified(projectId, contact.id, proved, done),
            ]),
        ...(bounce !== null && place.returned !== null
          ? writeBounced({ projectId, mail: { messageId: place.returned }, says: bounce.says, now }, done)
          : []),
        ...tell(done),
      ],
    });
    if (own) await dropObjects(ctx, [receipt.objectKey]);
  } catch (error) {
    // The contact was blocked, erased or deleted after it was read.
    if (error instanceof Refusal && error.status === 404) throw new AdmissionEnded("dropped", m.inbound_email_contact_or_project_gone());
    throw error;
  }
  if (proved !== null && !contact.emailVerified && contact.email === proved) {
    const [after] = await ctx.db.read(readContact(projectId, contact.id));
    if (after) for (const tell of ctx.registry.extensions.of(contactChanged)) await tell(ctx, { projectId, contact: after });
  }
}

/** Stores attachments as files of the message. Empty ones, and those beyond the limit, remain in the original only. */
async function storeAttachments(ctx: Ctx, caller: MailPrincipal, mail: InboundMail) {
  const { projectId, contactId } = caller;
  const files: FileId[] = [];
  const left: string[] = [];
  const images = new Map<string, FileId>();
  for (const [i, one] of mail.attachments.entries()) {
    const name = one.name ?? defaultName(one.type, i);
    if (files.length === MAX_FILES_PER_MESSAGE || one.bytes.byteLength === 0) {
      left.push(name);
      continue;
    }
    const file = await storeBytes(ctx, {
      ...{ projectId, owner: actorOf(caller), contactId, name, clientId: `part-${i}`, place: i, bytes: one.bytes },
      when: sql`${isActive(projectId, contactId as ContactId)} AND ${projectIsLive(projectId)}`,
    });
    if (!file) throw new AdmissionEnded("dropped", m.inbound_email_contact_or_project_gone());
    files.push(file.id);
    if (one.contentId !== null && file.inline) images.set(one.contentId, file.id);
  }
  return { files, left, images };
}
const EXTENSIONS: Readonly<Record<string, string>> = {
  "message/rfc822": "eml",
  "message/delivery-status": "txt",
  "text/rfc822-headers": "txt",
  "text/calendar": "ics",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "application/pdf": "pdf",
};
const defaultName = (type: string, i: number): string =>
  `attachment-${i + 1}${EXTENSIONS[type] === undefined ? "" : `.${EXTENSIONS[type]}`}`;
