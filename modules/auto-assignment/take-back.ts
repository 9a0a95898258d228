// Takes open conversations back from whoever is no member any more, so that they stand among the unassigned, and are given to somebody.
import { Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { asAuthor, LEFT_BEHIND, newAssignment, record } from "#modules/conversations";
import type { Base } from "./assign-waiting.ts";
import { readLeftBehind, stillLeftBehind } from "./queries.ts";

const PAGE = 50;

/**
 * `room`: database statements of the invocation after which it begins no further conversation. Answers `more` if some are left. It may run any
 * number of times, and beside itself: each change is an event, on the condition that the conversation is still theirs.
 */
export async function takeBack(ctx: Base, projectId: ProjectId, room: number): Promise<"done" | "more"> {
  const [left] = await ctx.db.read(readLeftBehind(projectId, PAGE));
  let [tried, taken] = [0, 0];
  for (const { conversationId, assigneeId, revision } of left) {
    // What was all refused would be refused again.
    if (ctx.db.cost.statements > room) return taken > 0 || tried === 0 ? "more" : "done";
    tried += 1;
    try {
      await record(asAuthor(ctx, { kind: "auto_assignment", projectId }), {
        ...{ conversationId, clientId: `${LEFT_BEHIND}${assigneeId}:${revision}`, event: newAssignment(null) },
        requires: { when: stillLeftBehind(assigneeId) },
      });
      taken += 1;
    } catch (error) {
      // Somebody took it meanwhile, or it can't be changed any more.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return left.length === PAGE && taken > 0 ? "more" : "done";
}
