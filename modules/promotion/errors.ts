// Refusals of promotion.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const runNotDone = (): Refusal => conflict(m.promotion_run_not_done());
export const otherSet = (): Refusal => conflict(m.promotion_other_set());
export const isSynthetic = (): Refusal => conflict(m.promotion_synthetic());
export const hashDiffers = (): Refusal => conflict(m.promotion_hash());
export const notPresent = (): Refusal => conflict(m.promotion_not_present());
export const isInForce = (): Refusal => conflict(m.promotion_in_force());
export const nothingInCommon = (): Refusal => conflict(m.promotion_nothing_in_common());
export const worseDiffers = (): Refusal => conflict(m.promotion_worse());
export const isRolling = (): Refusal => conflict(m.promotion_rolling());
export const hasChanged = (): Refusal => conflict(m.promotion_changed());
export const notRaised = (): Refusal => conflict(m.promotion_not_raised());
export const noRollback = (): Refusal => conflict(m.promotion_no_rollback());
