// A stored rule as it is sent. Pure.
import type { AutomationRule, RuleFields } from "../contract.ts";

export const bodyOf = ({ id: _i, revision: _r, runs: _n, lastRunAt: _l, ...fields }: AutomationRule): RuleFields => fields;
