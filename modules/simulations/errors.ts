// Refusals of simulations.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const scenarioChanged = (): Refusal => conflict(m.simulations_scenario_changed());
