// Confirms a contact request: the link proves the address, and the message starts a conversation, exactly once.
import type { ContactFormPrincipal } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId, type ContactRequestId, type ProjectId } from "#kernel/ids/index.ts";
import { newMessage, record } from "#modules/conversations";
import { contactOfVerifiedAddress } from "#modules/address-verification";
import { summarizeReaderContext, attachReaderContext } from "#modules/help-insights";
import { type ContactRequest, requestIsPending, readIsSent, readPending, writeSent } from "./queries.ts";

/** `gone` = expired, erased, or never there. */
export type Confirmed = "sent" | "already" | "gone";

/**
 * Two batches: first the contact that has the address, then conversation, message and the end of the request together. After a crash
 * between them the next click finds the contact and continues; clicking twice, even at the same time, sends once.
 */
export async function confirmRequest(ctx: RequestCtx, projectId: ProjectId, id: ContactRequestId): Promise<Confirmed> {
  const now = ctx.clock.now();
  const [request, isSent] = await ctx.db.read(readPending(projectId, id, now), readIsSent(projectId, id));
  if (isSent) return "already";
  if (!request) return "gone";
  const pending = requestIsPending(projectId, id, now);
  const contact = await contactOfVerifiedAddress(ctx, { projectId, email: request.email, name: request.name }, pending);
  // A blocked contact sees the same answer as everybody else, so that the page does not reveal the block.
  if (contact?.state === "hidden") {
    await ctx.db.commit([writeSent(projectId, id, contact.id, pending)]);
    return "sent";
  }
  if (contact?.state !== "active") return "gone";
  return await startConversation(ctx, { kind: "contact_form", projectId, contactId: contact.id, requestId: id }, request, now);
}

async function startConversation(ctx: RequestCtx, caller: ContactFormPrincipal, request: ContactRequest, now: number): Promise<Confirmed> {
  const { projectId, contactId, requestId: id } = caller;
  const conversationId = await derivedId("conversation", `contact_form:${id}`);
  const context = {
    visit: request.visit ?? "",
    locale: request.locale,
    read: request.article === null ? [] : [request.article],
    searched: request.query === null ? [] : [request.query],
    feedback: request.feedback === null ? [] : [request.feedback],
  };
  const summary = await summarizeReaderContext(ctx, projectId, context);
  const attach = await attachReaderContext(context, { projectId, contactId, conversationId, now });
  try {
    const { repeated } = await record(
      { ...ctx, caller, proof: undefined },
      {
        conversationId,
        clientId: "contact_form",
        event: newMessage({
          content: request.message,
          attachments: [],
          // The reader has no page to return to, so the conversation continues by mail.
          origin: { door: "email", automatic: null, help: { read: [], searched: [], ...summary, contactForm: true } },
        }),
        opening: { clientId: `contact_form:${id}`, counters: [], when: requestIsPending(projectId, id, now) },
        alongside: (_, done) => [writeSent(projectId, id, contactId, done), ...attach(done)],
      },
    );
    return repeated ? "already" : "sent";
  } catch (error) {
    // Blocked, erased or confirmed elsewhere between the read and the batch.
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    const [isSent] = await ctx.db.read(readIsSent(projectId, id));
    return isSent ? "already" : "gone";
  }
}
