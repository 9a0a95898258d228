// What an action of rules alone is: how it is checked when a rule is saved, what it would do, and how it is done.
import type { SQL } from "#kernel/db/index.ts";
import type { AutomationRuleId, AutomationRunId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { RecordCtx } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import type * as v from "valibot";
import type { Outcome, Trigger } from "../contract.ts";

/** The run that an action belongs to. */
export interface RunAt {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly ruleId: AutomationRuleId;
  readonly ruleName: string;
  readonly runId: AutomationRunId;
  readonly trigger: Trigger;
  /** Of the cause and the action's place: a repetition has the same, and does nothing twice. */
  readonly clientId: string;
}
export interface RuleAction<V = unknown> {
  readonly name: string;
  readonly value: v.GenericSchema<unknown, V>;
  /** A rule may have it several times, with different values. */
  readonly mayRepeat: boolean;
  /** It neither writes to anybody nor notifies, so automatic mail may lead to it. */
  readonly isSilent: boolean;
  /** Why it can't be saved so, as a sentence; undefined if it can. */
  problem?(ctx: Pick<Ctx, "db">, projectId: ProjectId, value: V): Promise<string | undefined>;
  /** Condition: all that the value names is of the project. */
  isOfProject(projectId: ProjectId, value: V): SQL;
  /** What it would do to the conversation now. */
  preview(row: ConversationSummary): Outcome;
  /** Does it, once however often it is repeated. */
  run(ctx: RecordCtx, value: V, at: RunAt): Promise<Outcome>;
}
/** Declares an action of rules. */
export const defineRuleAction = <V>(action: RuleAction<V>): RuleAction => action as unknown as RuleAction;
