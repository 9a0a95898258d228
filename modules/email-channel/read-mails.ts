// Reads the mail details that a thread shows, and where a reply would be sent.
import { emailConfig, missingForSending } from "#modules/email";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import { readContact, readContactLanguage } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { MAX_COPIES } from "#modules/conversations/contract";
import { readOwnAddresses, answerSubject, isInstallationAddress, mailboxAddress, readSettings } from "#modules/email";
import type { Mail } from "./contract.ts";
import { readMailRows, readThread } from "./queries.ts";

export async function readConversationMails(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId) {
  const { projectId, projectName } = ctx.caller;
  const [contact, language, items, thread, settings] = await ctx.db.read(
    readContact(projectId, contactOf(projectId, conversationId)),
    readContactLanguage(projectId, contactOf(projectId, conversationId)),
    readMailRows(projectId, conversationId),
    readThread(projectId, conversationId, ctx.clock.now()),
    readSettings(projectId),
  );
  if (!contact) throw notFound();
  // Nothing of a contact who is being erased is shown, even before it is cleared.
  const gone = contact.state === "erasing" || contact.state === "erased";
  return {
    answersTo: contact.state === "active" ? contact.email : null,
    proved: contact.emailVerified,
    missing: missingForSending(emailConfig(ctx.config)),
    subject: gone ? "" : inLanguage(language ?? "en", () => answerSubject({ proved: true, thread }, projectName)),
    others: gone ? [] : await otherRecipients(ctx, items, contact.email),
    signature: settings.signature,
    items: gone ? [] : (items satisfies Mail[]),
  };
}

/** Other recipients of the customer's newest mail, without the project's own addresses. */
async function otherRecipients(ctx: RequestCtx<MemberPrincipal>, items: readonly Mail[], email: string | null): Promise<string[]> {
  const newest = items.findLast(({ direction, from }) => direction === "in" && from?.address === email?.toLowerCase());
  const named = (newest ? [...newest.to, ...newest.cc] : []).map(({ address }) => address.toLowerCase());
  const others = [...new Set(named)].filter((address) => address.includes("@") && address !== email?.toLowerCase());
  if (others.length === 0) return [];
  const [own] = await ctx.db.read(
    readOwnAddresses(
      ctx.caller.projectId,
      others.flatMap((one) => [one, mailboxAddress(one)]),
    ),
  );
  const ours = new Set(own);
  return others
    .filter((one) => !ours.has(one) && !ours.has(mailboxAddress(one)) && !isInstallationAddress(ctx.config, mailboxAddress(one)))
    .slice(0, MAX_COPIES);
}
