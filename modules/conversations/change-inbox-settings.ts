// Changes how a project works on its conversations.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { writeAudit } from "#modules/projects";
import type { InboxSettings } from "./contract.ts";
import { readInboxSettings, writeInboxSettings } from "./store/settings.ts";

/** Saves the settings; one that changes nothing is not in the audit log. */
export async function changeInboxSettings(ctx: RequestCtx<MemberPrincipal>, settings: InboxSettings): Promise<InboxSettings> {
  const { projectId } = ctx.caller;
  const { assignOnReply } = settings;
  const detail = { assignOnReply: String(assignOnReply) };
  const [saved] = await ctx.db.commitAndRead(
    [
      writeInboxSettings(projectId, settings),
      writeAudit({ projectId, actor: actorOf(ctx.caller), action: "inbox.changed", detail, now: ctx.clock.now() }, sql`changes() > 0`),
    ],
    readInboxSettings(projectId),
  );
  return saved;
}
