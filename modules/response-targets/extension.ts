// What other modules add when a target is near.
import type { SQL } from "#kernel/db/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** The clock that is near its target; the start (epoch milliseconds) tells it from earlier ones of the conversation. */
export interface NearTarget {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly target: string;
  readonly startedAt: number;
}
/** Statements of the batch that warns, which must apply only where `when` holds: once for each clock. */
export const targetNear = extensionPoint<(near: NearTarget, when: SQL, now: number) => readonly SQL[]>("targetNear");
