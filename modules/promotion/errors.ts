// Refusals of promotion.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const runNotDone = (): Refusal => conflict(m.promotion_refused_run_not_done());
export const otherSet = (): Refusal => conflict(m.promotion_refused_other_set());
export const isSynthetic = (): Refusal => conflict(m.promotion_refused_synthetic());
export const hashDiffers = (): Refusal => conflict(m.promotion_refused_hash());
export const notPresent = (): Refusal => conflict(m.promotion_refused_not_present());
export const isInForce = (): Refusal => conflict(m.promotion_refused_in_force());
export const nothingInCommon = (): Refusal => conflict(m.promotion_refused_nothing_in_common());
export const worseDiffers = (): Refusal => conflict(m.promotion_refused_worse());
export const isRolling = (): Refusal => conflict(m.promotion_refused_rolling());
export const hasChanged = (): Refusal => conflict(m.promotion_refused_changed());
export const notRaised = (): Refusal => conflict(m.promotion_refused_not_raised());
export const noRollback = (): Refusal => conflict(m.promotion_refused_no_rollback());
