// Starts a conversation by mail: contact, conversation, message, delivery and its first attempt in one batch.
import { numberText } from "#kernel/language/numbers.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, derivedId, type FileId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { contactStillThere, isActive, isHidden, readContact, readContactLanguage, writeFromMail } from "#modules/contacts";
import { contactOf, newMessage, type OpenedByTeam, record, type Recorded } from "#modules/conversations";
import { MAX_CONTENT } from "#modules/conversations/contract";
import { readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import {
  senderContact,
  writeSenderContact,
  writeNoErasedContact,
  firstSubject,
  readSettings,
  mustBeConfigured,
  acceptsMail,
  limitUnverified,
} from "#modules/email";
import { m } from "#messages";
import { prepareMail } from "../prepare-mail.ts";
import { assertRecipientsAcceptMail, recipientStatuses } from "./check-recipients.ts";
import { addresseeOf, isStillRecipient, readAddressee } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export interface NewMail {
  readonly clientId: string;
  readonly to: string;
  /** The chosen contact; without it the one that mail from the address belongs to, else a new one. */
  readonly contactId?: ContactId | undefined;
  readonly subject: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
}

/** Starts the conversation and sends its first mail. Throws before anything is stored. */
export async function startConversation(ctx: Ctx, input: NewMail): Promise<Recorded> {
  mustBeConfigured(ctx);
  const { projectId, accountId, name } = ctx.caller;
  const { to, clientId } = input;
  if (input.content.trim() === "" && input.attachments.length === 0)
    throw invalidRequest([{ path: "content", message: m.email_channel_nothing_written() }]);
  const statuses = await recipientStatuses(ctx, projectId, [to]);
  const [address] = statuses;
  if (!address) throw new Error("an address without its status");
  const [project, settings, contact, language] = await ctx.db.read(
    readWidget(projectId),
    readSettings(projectId),
    input.contactId === undefined ? readAddressee(projectId, to, address.hash) : readContact(projectId, input.contactId),
    readContactLanguage(projectId, input.contactId ?? addresseeOf(projectId, to, address.hash)),
  );
  if (!project || (input.contactId !== undefined && !contact)) throw notFound();
  if (input.contactId !== undefined && contact) mustBe(contact, to);
  // Verified by this contact; that another contact has verified the same address does not count.
  const proved = contact !== undefined && contact.emailVerified && contact.email === to;
  const content = proved ? input.content : `${input.subject}\n\n${input.content}`;
  if (content.length > MAX_CONTENT)
    throw invalidRequest([{ path: "content", message: m.email_channel_too_long({ max: numberText(MAX_CONTENT) }) }]);
  const conversationId = await derivedId("conversation", `mail:${projectId}:${accountId}:${clientId}`);
  const now = ctx.clock.now();
  const fresh = newId("contact", now);
  const mapped = senderContact(projectId, address.hash);
  const isNew = contact === undefined;
  const strangers = limitUnverified(ctx, ctx.caller, proved ? 0 : 1);
  const room = sql`${address.blocked ? 0 : 1} AND ${acceptsMail(projectId, address.hash)}`;
  const by: OpenedByTeam = {
    channel: "email",
    contactId: isNew ? mapped : sql`${contact.id}`,
    // The contact may have been created by a concurrent request and blocked by now.
    when: isNew
      ? sql`${room} AND NOT ${isHidden(projectId, mapped)}`
      : sql`${room} AND ${isStillRecipient(projectId, contact.id, to, proved)}`,
    first: (opens) => {
      if (!isNew) return [];
      return [
        writeNoErasedContact(projectId, address.hash),
        writeFromMail({ id: fresh, projectId, name: null, email: to, verified: false, now }, sql`${mapped} IS NULL AND ${opens}`),
        writeSenderContact(projectId, address.hash, contactStillThere(projectId, sql`${fresh}`), now),
      ];
    },
  };
  const mail = await prepareMail(ctx, {
    projectId,
    conversationId,
    contactId: contactOf(projectId, conversationId),
    kind: "reply",
    to,
    proved,
    copies: [],
    language,
    subject: () => firstSubject(proved ? input.subject : null, project.projectName),
    author: { role: "operator", name },
    project,
    settings,
    attended: true,
    strangers,
  });
  const recorded = await record(ctx, {
    conversationId,
    clientId,
    event: newMessage({ content, attachments: input.attachments, origin: { door: "dashboard", automatic: null } }),
    // Left out: the mail's text depends on whether the address is verified, which may change between two tries.
    fingerprint: { only: [to, input.subject, input.contactId, input.content, input.attachments] },
    opening: { clientId: `mail:${clientId}`, counters: [], subject: input.subject, by },
    alongside: (messageId, done) => mail.writes(messageId, done),
    requires: {
      when: isActive(projectId, sql`c.contact_id`),
      explain: async () => {
        assertRecipientsAcceptMail(await recipientStatuses(ctx, projectId, [to]));
        const [since] = await ctx.db.read(
          input.contactId === undefined ? readAddressee(projectId, to, address.hash) : readContact(projectId, input.contactId),
        );
        if (since) mustBe(since, since.email ?? "");
      },
    },
  });
  if (!recorded.repeated) wakeJobs(ctx, [mail.firstJob]);
  return recorded;
}

function mustBe(contact: { readonly state: string; readonly email: string | null }, to: string): void {
  if (contact.state === "hidden") throw conflict(m.email_channel_start_blocked());
  if (contact.state !== "active") throw conflict(m.email_channel_start_erased());
  if (contact.email?.toLowerCase() !== to.toLowerCase()) throw conflict(m.email_channel_start_address_changed());
}
