// Serves the check of a recipient in the dialogs for composing mail.
import { emailConfig, missingForSending } from "#modules/email";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { readContact } from "#modules/contacts";
import { addressHash } from "#modules/email";
import { refusalOf, recipientStatuses } from "./check-recipients.ts";
import { readAddressee } from "./queries.ts";

/** Checks a recipient before a mail is written. Reveals no more than sending would. */
export async function checkAddress(
  ctx: RequestCtx<MemberPrincipal>,
  { address, contactId }: { address: string; contactId?: ContactId | undefined },
): Promise<{ proved: boolean; problem: string | null; missing: string[] }> {
  const { projectId } = ctx.caller;
  const [[standing], [contact]] = await Promise.all([
    recipientStatuses(ctx, projectId, [address]),
    ctx.db.read(
      contactId === undefined ? readAddressee(projectId, address, await addressHash(ctx, address)) : readContact(projectId, contactId),
    ),
  ]);
  const proved = contact !== undefined && contact.emailVerified && contact.email === address;
  return {
    proved,
    problem: (standing && refusalOf(standing)?.message) ?? null,
    missing: missingForSending(emailConfig(ctx.config)),
  };
}
