// What each step of a macro would do to a conversation.
import { type SQL, sql } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type Action, actionNamed, takes, valueOf } from "#modules/bulk-actions";
import type { ConversationSummary } from "#modules/conversations/contract";
import type { Macro, Step, StepOutcome } from "./contract.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export interface PlannedStep {
  readonly place: number;
  readonly action: Action | undefined;
  /** What it sets now. */
  readonly value: unknown;
  readonly outcome: StepOutcome["outcome"];
  readonly inverse?: unknown;
  /** Condition on the conversation `c`, without which it is impossible. */
  readonly when: SQL;
}
interface Place {
  readonly projectId: ProjectId;
  readonly now: number;
  readonly by: AccountId;
}
/**
 * What each step would do to the conversation. A macro that writes a reply closes or snoozes with that reply, so that the conversation is not
 * closed before its customer has an answer.
 */
export function planSteps(ctx: Ctx, macro: Macro, row: ConversationSummary, place: Place): PlannedStep[] {
  const writesReply = macro.kind === "reply" && macro.text.trim() !== "";
  return macro.steps.map((step, index): PlannedStep => {
    const action = actionNamed(ctx, step.action);
    const nothing = (outcome: StepOutcome["outcome"]): PlannedStep => ({
      ...{ place: index, action, value: step.value, outcome, when: sql`1` },
    });
    if (!action || !takes(action, step.value)) return nothing("impossible");
    if (writesReply && handlesLater(step)) return nothing("later");
    const value = valueOf(action, step.value, place);
    try {
      action.check?.(value, place.now);
    } catch (error) {
      if (error instanceof Refusal) return nothing("impossible");
      throw error;
    }
    const change = action.changeOf(place, value, row);
    if (!change) return nothing("same");
    const when = sql`${action.isOfProject(place.projectId, value)} AND ${change.when ?? sql`1`}`;
    return { place: index, action, value, outcome: "changes", inverse: change.inverse, when };
  });
}
const handlesLater = ({ action, value }: Step): boolean =>
  action === "status" && (value as { status: ConversationSummary["status"] }).status !== "open";
