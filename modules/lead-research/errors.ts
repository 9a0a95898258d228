// Refusals of research.
import { conflict, notConfigured, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_BY_HAND } from "./contract.ts";

export const noModel = (): Refusal => notConfigured("lead research", ["LEAD_MODEL"], m.lead_research_no_model());
export const isUnderWay = (): Refusal => conflict(m.lead_research_under_way());
export const nothingToRead = (): Refusal => conflict(m.lead_research_nothing_to_read());
export const tooManyStatements = (): Refusal => conflict(m.lead_research_too_many({ max: MAX_BY_HAND }));
export const changedMeanwhile = (): Refusal => conflict(m.lead_research_changed_meanwhile());
export const criteriaChanged = (): Refusal => conflict(m.lead_research_criteria_changed());
export const sameClientId = (): Refusal => conflict(m.lead_research_same_client_id());
