// Saves how a member writes in a project, and deletes it with the membership and the project.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { provide, type Provided } from "#kernel/module/index.ts";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import type { WritingSettings } from "./contract.ts";
import { readWritingSettings, writeWritingSettings, writeWritingSettingsGone } from "./store/writing-settings.ts";

export async function saveWritingSettings(ctx: RequestCtx<MemberPrincipal>, settings: WritingSettings): Promise<WritingSettings> {
  const { projectId, accountId } = ctx.caller;
  const [saved] = await ctx.db.commitAndRead(
    [writeWritingSettings(projectId, accountId, settings, isMember(projectId, accountId))],
    readWritingSettings(projectId, accountId),
  );
  return saved;
}

export const writingCleanup: Provided[] = [
  provide(projectCleanup, { name: "writing settings", statements: (projectId, when) => [writeWritingSettingsGone(projectId, when)] }),
  provide(teamChange, {
    name: "writing settings",
    statements: (projectId, when) => [
      writeWritingSettingsGone(projectId, sql`${when} AND NOT ${isMember(projectId, sql`writing_settings.account_id`)}`),
    ],
  }),
];
