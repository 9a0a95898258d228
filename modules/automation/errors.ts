// Refusals of automation rules.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_RULES } from "./contract.ts";

export const tooMany = (): Refusal => conflict(m.automation_too_many({ max: MAX_RULES }));
export const changedMeanwhile = (): Refusal => conflict(m.automation_changed_meanwhile());
export const orderOutdated = (): Refusal => conflict(m.automation_order_outdated());
export const sameClientId = (): Refusal => conflict(m.automation_same_client_id());
export const notOfProject = (): Refusal => conflict(m.automation_not_of_project());
