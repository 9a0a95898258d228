// Wire contract of mail in a conversation. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { DELIVERY_STATES } from "#modules/email/contract";
import { Authentication } from "#modules/inbound-email/contract";

export { checkAddress, forwardMessage, startMailConversation, uploadForMail } from "./composing/contract.ts";

const inProject = { projectId: idOf("project") };
const Person = v.object({ name: v.string(), address: v.string() });
export const Mail = v.object({
  messageId: idOf("message"),
  direction: v.picklist(["in", "out"]),
  from: v.nullable(Person),
  to: v.array(Person),
  cc: v.array(Person),
  /** Whom nobody else sees. */
  bcc: v.array(v.string()),
  subject: v.nullable(v.string()),
  /** Null when no channel of ours looked. */
  authentication: v.nullable(Authentication),
  /** Whether `/mail-view/:messageId` shows the mail as it was laid out. */
  html: v.boolean(),
  /** The message holds the beginning only; `/mail-view/:messageId` has the whole. */
  long: v.boolean(),
  /** The history that was quoted below, or null. Shown at once where the message says `NOTHING_NEW` or nothing. */
  quoted: v.nullable(v.string()),
  /** A message that was passed on to somebody else: no part of what the customer gets. */
  forwarded: v.boolean(),
  /** What became of an answer of ours. */
  delivery: v.nullable(v.object({ state: v.picklist(DELIVERY_STATES), error: v.nullable(v.string()), dueAt: v.nullable(Time) })),
});
export type Mail = v.InferOutput<typeof Mail>;
/** What only mails have of the newest 200 messages of a conversation that came or went by mail. */
export const readMails = route({
  name: "readMails",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/mails",
  who: "member",
  params: { ...inProject, conversationId: idOf("conversation") },
  reply: v.object({
    /** Where an answer goes, null when the contact has no address; `missing` names the variables without which none is sent. */
    answersTo: v.nullable(v.string()),
    proved: v.boolean(),
    missing: v.array(v.string()),
    /** The subject of an answer, where everybody who gets it has proved the address. */
    subject: v.string(),
    /** Who else got the customer's newest mail: for "Reply to all", and never included without it. */
    others: v.array(v.string()),
    /** Stands below each answer. */
    signature: v.string(),
    items: v.array(Mail),
  }),
});
