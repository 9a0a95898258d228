// The refusals of bulk actions, each named once.
import { conflict, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_UNDER_WAY } from "./contract.ts";

export const noSuchAction = (): Refusal => invalidRequest([{ path: "action", message: m.bulk_actions_no_such() }]);
export const tooManyUnderWay = (): Refusal => conflict(m.bulk_actions_under_way({ max: MAX_UNDER_WAY }));
export const viewIsFilling = (): Refusal => conflict(m.bulk_actions_view_filling());
export const hasEnded = (): Refusal => conflict(m.bulk_actions_ended());
export const notUndoable = (): Refusal => conflict(m.bulk_actions_not_undoable());
