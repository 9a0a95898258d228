// The steps of macros: which there are, and what each would do to a conversation.
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { m } from "#messages";
import { type Action, bulkActions } from "#modules/bulk-actions";
import type { ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import type { Macro, Step, StepOutcome } from "./contract.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export const actionNamed = (ctx: Ctx, name: string): Action | undefined =>
  ctx.registry.extensions.of(bulkActions).find((action) => action.name === name);
/** The value that a step sets now. */
const valueOf = (action: Action, kept: unknown, at: { now: number; by: AccountId }): unknown =>
  action.kept ? action.kept.valueAt(kept, at) : kept;

/** The steps as they are stored, and the condition that all they name is of the project. Throws `invalid_request` for what there is not. */
export function checkedSteps(ctx: Ctx, steps: readonly Step[]): { steps: Step[]; isOfProject: SQL } {
  const at = { now: ctx.clock.now(), by: ctx.caller.accountId };
  const conditions: SQL[] = [sql`1`];
  const seen = new Set<string>();
  const checked = steps.map((step, index): Step => {
    const wrong = (message: string): Refusal => invalidRequest([{ path: `macro.steps.${index}`, message }]);
    const action = actionNamed(ctx, step.action);
    if (!action) throw wrong(m.macros_no_such_step());
    const parsed = v.safeParse(action.kept?.schema ?? action.value, step.value);
    if (!parsed.success) throw wrong(parsed.issues[0].message);
    // Two steps on the same would be one after the other, and only the last would show.
    const what = action.name === TAGS ? JSON.stringify(step) : action.name;
    if (seen.has(what)) throw wrong(m.macros_step_twice());
    seen.add(what);
    conditions.push(action.isOfProject(ctx.caller.projectId, valueOf(action, parsed.output, at)));
    return { action: action.name, value: parsed.output };
  });
  return { steps: checked, isOfProject: sql.join(conditions, sql` AND `) };
}
/** The one action that a macro may have several times: tags to add, and tags to remove. */
const TAGS = "tags";

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
    if (!action || !v.is(action.kept?.schema ?? action.value, step.value)) return nothing("impossible");
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
