// Declares a field by which views can choose conversations, and a view that a module adds to the inbox.
import type { SQL } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { Conditions, Sort } from "../contract/conditions.ts";

export interface ViewCondition {
  /**
   * Its name in conditions. If the row of the inbox shows it, then the name of the row's field too, whose value is the same, or the same
   * values with commas between them; then an open inbox follows by itself.
   */
  readonly name: string;
  /**
   * For the conversation `c`: a text, or a JSON array of texts; NULL for none. One look-up along an index. Whatever changes it is recorded
   * as an event of the conversation, in the same batch: that is how views learn of it, unless it is `ofContact`.
   */
  readonly expression: SQL;
  /** It says something of the contact: triggers note contacts whose value changes in `saved_view_contacts`. */
  readonly ofContact?: boolean;
  /** The values that a condition may name; without it any, such as ids. */
  readonly values?: readonly string[];
}
/** Declares a field of conditions; a module registers it with `provide(viewConditions, …)`. */
export const defineViewCondition = (condition: ViewCondition): ViewCondition => condition;

/** A view that a module adds to those of the inbox, such as what the assistant handles. It costs a project nothing until it is opened there. */
export interface ModuleView {
  /** In addresses: 3 to 24 small letters. */
  readonly name: string;
  /** With a function each member has a view of their own. */
  readonly conditions: Conditions | ((me: AccountId) => Conditions);
  readonly sort: Sort;
  /** Whether the member is shown it at all: a condition that costs one look-up. */
  readonly isOffered: (projectId: ProjectId, me: AccountId) => SQL;
}
/** Declares a view; a module registers it with `provide(moduleViews, …)`, and its label with the slot `viewLabel` of the inbox. */
export const defineModuleView = (view: ModuleView): ModuleView => view;
