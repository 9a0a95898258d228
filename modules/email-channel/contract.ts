// Wire contract of mails in a conversation. Browser-safe.
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
  /** Hidden from the other recipients. */
  bcc: v.array(v.string()),
  subject: v.nullable(v.string()),
  /** Null when no inbound channel checked it. */
  authentication: v.nullable(Authentication),
  /** Whether `/mail-view/:messageId` shows the mail's original layout. */
  html: v.boolean(),
  /** The message has only the beginning of the text; `/mail-view/:messageId` shows all of it. */
  long: v.boolean(),
  /** The quoted history, or null. Shown at once when the message is empty or `NOTHING_NEW`. */
  quoted: v.nullable(v.string()),
  /** The message was forwarded to somebody else; the customer does not get this mail. */
  forwarded: v.boolean(),
  /** Delivery state of an outgoing mail; null for a received one. */
  delivery: v.nullable(v.object({ state: v.picklist(DELIVERY_STATES), error: v.nullable(v.string()), dueAt: v.nullable(Time) })),
});
export type Mail = v.InferOutput<typeof Mail>;
/** Mail details of the newest 200 messages of a conversation that were received or sent by mail. */
export const readMails = route({
  name: "readMails",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/mails",
  who: "member",
  params: { ...inProject, conversationId: idOf("conversation") },
  reply: v.object({
    /** The address that replies are sent to; null when the contact has none. `missing` names the variables without which none is sent. */
    answersTo: v.nullable(v.string()),
    proved: v.boolean(),
    missing: v.array(v.string()),
    /** The subject of a reply if the addresses of all recipients are verified. */
    subject: v.string(),
    /** Other recipients of the customer's newest mail, for "Reply to all". */
    others: v.array(v.string()),
    /** Appended to each reply. */
    signature: v.string(),
    items: v.array(Mail),
  }),
});
