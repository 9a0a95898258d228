// What ends with a membership and with a project.
import { idOf, newId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { isMember, membershipLost, projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { writeMemberForgotten, writeProjectGone, writeSettingsForgotten } from "./queries.ts";

const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 60;
const leaving = job("followers.leave", v.strictObject({ projectId: idOf("project"), accountId: idOf("account") }));

/** Until it has run, nobody is notified: notifications go to members only. Whoever is a member again keeps what they follow by then. */
export const leavingJob = handle(leaving, async (ctx, { projectId, accountId }) => {
  const gone = sql`NOT ${isMember(projectId, accountId)}`;
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [left = 0] = await ctx.db.commit([writeMemberForgotten(projectId, accountId, PAGE, gone)]);
    if (left < PAGE) break;
  }
  await ctx.db.commit([writeSettingsForgotten(projectId, accountId, gone)]);
  return;
});
export const followersCleanup = [
  provide(membershipLost, async (ctx, { projectId, accountId }) => {
    const now = ctx.clock.now();
    const id = newId("job", now);
    await ctx.db.commit([
      writeJobs(
        [
          {
            id,
            kind: leaving.kind,
            key: `followers.leave:${projectId}:${accountId}:${now}`,
            payload: { projectId, accountId },
            projectId,
            dueAt: now,
          },
        ],
        now,
      ),
    ]);
  }),
  provide(projectCleanup, { name: "followers", statements: (projectId, when) => writeProjectGone(projectId, when) }),
];
