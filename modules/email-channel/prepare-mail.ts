// Prepares the rows of a mail that belongs to a message: the delivery, its copies, what the thread shows of it, and its first attempt.
import { emailConfig, missingForSending } from "#modules/email";
import { keyedHash } from "#kernel/auth/index.ts";
import { type ContactId, type ConversationId, type DeliveryId, type MessageId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Language } from "#kernel/language/languages.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import {
  addressHash,
  type UnverifiedLimit,
  type Copy,
  deliveryExists,
  writeCopies,
  writeDelivery,
  writeMailOut,
  notConfiguredSentence,
  firstAttempts,
  fromOf,
  headerIdOf,
  type Author,
} from "#modules/email";
import type { EmailSettings } from "#modules/email/contract";

export interface Outgoing {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  /** The contact that the mail is about; an expression when the contact is created in the same batch. */
  readonly contactId: ContactId | SQL;
  readonly kind: "reply" | "forward";
  readonly to: string;
  readonly proved: boolean;
  readonly copies: readonly Copy[];
  /** The language that the contact is written to in, which need not be that of the author; English without one. */
  readonly language: Language | undefined;
  /** Gives the subject in that language. */
  readonly subject: () => string;
  readonly author: Author;
  readonly project: { readonly projectName: string };
  readonly settings: EmailSettings;
  readonly attended: boolean;
  /** The limit of unverified recipients; a mail over it is held. */
  readonly strangers?: UnverifiedLimit;
}
export interface Prepared {
  readonly id: DeliveryId;
  readonly now: number;
  /** The job to wake once the writes are stored. */
  readonly firstJob: string;
  /** Statements that store the mail once for the message, even when repeated. */
  readonly writes: (messageId: MessageId, when: SQL) => SQL[];
}

/** Prepares the mail; nothing is stored before the writes are. */
export async function prepareMail(ctx: Omit<Ctx, "caller">, mail: Outgoing): Promise<Prepared> {
  const { projectId, conversationId, contactId, to, copies, settings } = mail;
  const email = emailConfig(ctx.config);
  const missing = missingForSending(email);
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const [subject, from] = inLanguage(mail.language ?? "en", () => [
    mail.subject(),
    fromOf(mail.author, settings, mail.project.projectName, email),
  ]);
  const headerId = headerIdOf(id, settings, email);
  const headerHash = headerId === null ? null : await keyedHash(ctx.env, ctx.db, headerId);
  const toHash = await addressHash(ctx, to);
  const attempts = firstAttempts({ id, projectId }, now, sql`${contactId}`);
  const ours = deliveryExists(id);
  return {
    id,
    now,
    firstJob: attempts.jobId,
    writes: (messageId, when) => [
      writeDelivery(
        {
          id,
          projectId,
          kind: mail.kind,
          cause: `${mail.kind}:${messageId}`,
          to,
          toHash,
          proved: mail.proved,
          subject,
          headerId,
          now,
          about: { conversationId, messageId, contactId },
          attended: mail.attended,
          impossible: missing.length === 0 ? undefined : notConfiguredSentence(missing),
          ...(mail.strangers === undefined
            ? {}
            : { strangers: { count: mail.strangers.recipients, by: mail.strangers.by, when: mail.strangers.when } }),
        },
        when,
      ),
      ...(mail.strangers?.count(sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE id = ${id} AND strangers = 0)`) ?? []),
      ...(copies.length === 0 ? [] : [writeCopies(projectId, id, copies, now, ours)]),
      writeMailOut(
        {
          messageId,
          projectId,
          conversationId,
          // A forwarded message is not part of the customer's thread.
          headerId: mail.kind === "forward" ? null : headerId,
          headerHash,
          from,
          to,
          cc: copies.flatMap(({ kind, address }) => (kind === "cc" ? [address] : [])),
          subject,
          now,
        },
        ours,
      ),
      ...attempts.statements,
    ],
  };
}
