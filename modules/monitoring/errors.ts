// Refusals of monitoring.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const noMember = (): Refusal => conflict(m.monitoring_no_member());
