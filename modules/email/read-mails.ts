// What a thread shows of messages that are mails, and where an answer would go.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { missingForSending } from "#kernel/config/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { readContact } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import type { Mail } from "./contract.ts";
import { readMailRows } from "./mail-queries.ts";

export async function mailsOf(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId) {
  const { projectId } = ctx.caller;
  const [contact, items] = await ctx.db.read(
    readContact(projectId, contactOf(projectId, conversationId)),
    readMailRows(projectId, conversationId),
  );
  if (!contact) throw notFound();
  // Of somebody who is being erased nothing is shown, however much is still to be cleared.
  const gone = contact.state === "erasing" || contact.state === "erased";
  return {
    answersTo: contact.state === "active" ? contact.email : null,
    proved: contact.emailVerified,
    missing: missingForSending(ctx.config.email),
    items: gone ? [] : (items satisfies Mail[]),
  };
}
