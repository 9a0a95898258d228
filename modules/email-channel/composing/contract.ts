// Wire contract of composing mail: new mails, forwarded messages, recipient checks. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Email, prose } from "#kernel/wire/values.ts";
import { ContactIdField } from "#modules/contacts/contract";
import { AttachmentIds, Content, ConversationEvent, ConversationSummary, MailSubject } from "#modules/conversations/contract";
import { Attachment, UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

/**
 * Starts a conversation with a mail to an address, with the chosen contact, else with the one that mail from the address belongs to, else
 * with a new one. For an unverified address the subject becomes the first line of the text. A mail over a limit is held, with its reason
 * and its expected time.
 */
export const startMailConversation = route({
  name: "startMailConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/mail-conversations",
  who: "member",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    to: Email,
    contactId: v.optional(ContactIdField),
    subject: MailSubject,
    content: Content,
    attachments: v.optional(AttachmentIds, []),
  }),
  status: 201,
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  errors: ["not_configured", "conflict"],
});
/** Uploads a file for a mail that starts a conversation. */
export const uploadForMail = route({
  name: "uploadForMail",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/mail-conversations/files",
  who: "member",
  params: inProject,
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: Attachment }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
/** Checks a recipient: whether the address is verified, and the sentence that explains why no mail may be sent to it. */
export const checkAddress = route({
  name: "checkAddress",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/mail-address",
  who: "member",
  params: inProject,
  query: v.object({ address: Email, contactId: v.optional(ContactIdField) }),
  reply: v.object({ proved: v.boolean(), problem: v.nullable(v.string()), missing: v.array(v.string()) }),
});
/** Forwards a message with its files by mail to a verified address; the team sees a note of it. */
export const forwardMessage = route({
  name: "forwardMessage",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/messages/:messageId/forward",
  who: "member",
  params: { ...inProject, messageId: idOf("message") },
  body: v.strictObject({ clientId: ClientId, to: Email, content: v.optional(prose(4000, 0), "") }),
  status: 201,
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  errors: ["not_configured", "conflict"],
});
