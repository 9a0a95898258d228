import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const held = (): Refusal => conflict(m.delegated_work_taken());
export const noGrant = (): Refusal => conflict(m.delegated_work_no_grant());
export const ended = (): Refusal => conflict(m.delegated_work_ended());
export const filesGone = (): Refusal => conflict(m.delegated_work_files_gone());
export const otherReport = (): Refusal => conflict(m.delegated_work_other_report());
