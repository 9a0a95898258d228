// What the team writes by mail: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Email, prose } from "#kernel/wire/values.ts";
import { ContactIdField } from "#modules/contacts/contract";
import { AttachmentIds, Content, ConversationEvent, ConversationSummary, MailSubject } from "#modules/conversations/contract";
import { Attachment, UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

/**
 * Begins a conversation with a mail to an address: of the chosen contact, else of the one that mail from it belongs to, else of a
 * new one. To an address that nobody proved the subject goes as the first line of the text. A mail that its ceilings have no room for
 * waits, with its reason and its time.
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
/** A file for a mail that begins a conversation. */
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
/** How an address stands before a mail to it is written: whether it is proved, and the sentence that says why none may go there. */
export const checkAddress = route({
  name: "checkAddress",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/mail-address",
  who: "member",
  params: inProject,
  query: v.object({ address: Email, contactId: v.optional(ContactIdField) }),
  reply: v.object({ proved: v.boolean(), problem: v.nullable(v.string()), missing: v.array(v.string()) }),
});
/** Passes a message on by mail, with its files, to somebody who proved the address; the team sees a note of it. */
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
