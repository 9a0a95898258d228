// Changes how a project works on its conversations.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { audit } from "#modules/projects";
import type { InboxSettings } from "./contract.ts";
import { readInboxSettings, writeInboxSettings } from "./store/settings.ts";

/** Saves the settings; one that changes nothing is not in the audit log. */
export async function changeInboxSettings(ctx: RequestCtx<MemberPrincipal>, settings: InboxSettings): Promise<InboxSettings> {
  const { projectId } = ctx.caller;
  const { assignOnReply } = settings;
  const [saved] = await ctx.db.commitAndRead(
    [
      writeInboxSettings(projectId, settings),
      audit(ctx, "inbox.changed", {
        detail: { assignOnReply: String(assignOnReply) },
        changes: [{ field: "assignOnReply", from: !assignOnReply, to: assignOnReply }],
      }),
    ],
    readInboxSettings(projectId),
  );
  return saved;
}
