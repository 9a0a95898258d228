// Creates the link that opens a visitor's conversation from a mail. Only its hash is stored.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isActive } from "#modules/contacts";
import { writeReturnLink } from "./queries.ts";
import { FRAGMENT, pageOf, RETURN_LINK_TTL } from "./rules.ts";

/** A link that opens the contact's conversation in any browser; only for mail to the contact's own verified address. */
export async function returnLink(
  ctx: Ctx,
  to: { projectId: ProjectId; contactId: ContactId; conversationId: ConversationId; websiteOrigin: string; lastPage: string | null },
): Promise<string> {
  const { projectId, contactId, conversationId } = to;
  const token = randomToken();
  const until = ctx.clock.now() + RETURN_LINK_TTL;
  await ctx.db.commit([
    writeReturnLink({ tokenHash: sha256(token), projectId, contactId, conversationId, until }, isActive(projectId, contactId)),
  ]);
  return `${pageOf(to.websiteOrigin, to.lastPage)}${FRAGMENT}=${conversationId}.${token}`;
}

/** A link that opens the widget without identifying anybody. */
export const widgetLink = (websiteOrigin: string): string => `${websiteOrigin}/${FRAGMENT}`;
