// The extension point of actions that can be applied to many conversations.
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { RecordCommand } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import type * as v from "valibot";

/** What the action does to one conversation. */
export interface Change<V> extends Pick<RecordCommand, "event" | "followers"> {
  /** A further condition on the conversation `c`. */
  readonly when?: SQL;
  /** The value that takes it back; undefined if that is not possible. */
  readonly inverse: V | undefined;
}
interface Place {
  readonly projectId: ProjectId;
  readonly now: number;
}
/** When a kept value is set, in epoch milliseconds, and by whom: null for a rule. */
export interface SetAt {
  readonly now: number;
  readonly by: AccountId | null;
}
/** A value that is written down now, to be set at another time: with a duration in the place of a time, say. */
export interface KeptValue<V> {
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** What it is when it is set, `now` (epoch milliseconds) and by this member, or by nobody of the team. */
  valueAt(kept: unknown, at: SetAt): V;
  /** Whether only a member can set it. */
  needsMember?(kept: unknown): boolean;
}
export interface Action<V = unknown> {
  readonly name: string;
  /** What it sets: ids and choices only. */
  readonly value: v.GenericSchema<unknown, V>;
  /** Refused for a conversation with something that the member has not seen. */
  readonly seesAll: boolean;
  /** Condition: what the value names is of this project. */
  isOfProject(projectId: ProjectId, value: V): SQL;
  /** Throws a refusal for a value that can't be set (any more). */
  check?(value: V, now: number): void;
  /** It may be prepared several times in one list: what each adds stays. */
  readonly mayRepeat?: boolean;
  /** Whether setting this kept value neither writes to anybody nor notifies nor reopens: all that automatic mail may lead to. */
  isSilent?(kept: unknown): boolean;
  /** How the value is kept in what members prepare, such as macros; the value itself by default. */
  readonly kept?: KeptValue<V>;
  /** Undefined if the conversation is as the value says already. It is applied only to the revision that `row` shows. */
  changeOf(place: Place, value: V, row: ConversationSummary): Change<V> | undefined;
}
/** Actions that members can apply to many conversations at once; `defineBulkAction` makes one. */
export const bulkActions = extensionPoint<Action>("bulkActions");

/** Declares an action; a module registers it with `provide(bulkActions, …)`. */
export const defineBulkAction = <V>(action: Action<V>): Action => action as unknown as Action;

/** For values that name nothing of a project. */
export const ANY_PROJECT = (): SQL => sql`1`;
