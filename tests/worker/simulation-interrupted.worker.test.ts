// Simulations that are interrupted at any call: `interrupted-kit.ts`. One conversation has a message of the customer, an answer, and the customer's
// word that it is solved; in the other the customer asks for a person, and the assistant hands over without its model.
import { randomUUID } from "node:crypto";
import type { Scenario, ScenarioContent, SimulatedTurn } from "#modules/simulations/contract";
import { ANSWER, QUESTION } from "./assistant-kit.ts";
import { MODEL } from "./evaluation-kit.ts";
import { testInterruptions, USAGE } from "./interrupted-kit.ts";

const SOLVED: ScenarioContent = {
  ...{ name: "A parcel goes back", goal: QUESTION, temper: "calm", persona: "", facts: [], expected: "answer", success: ["30 days"] },
  ...{ maxTurns: 3, locale: "en", channel: "widget" },
};
const PERSON = "I want to talk to a person";
const SCENARIOS: readonly ScenarioContent[] = [SOLVED, { ...SOLVED, name: "A person", goal: PERSON, expected: "hand_over", success: [] }];
const say = (text: string) => ({ kind: "say", text });
/** The customer's model is asked with JSON, the assistant's with its passages. */
function customerIn(text: string): { readonly scenario: { readonly want: string }; readonly conversation: readonly unknown[] } | undefined {
  try {
    return JSON.parse(text) as ReturnType<typeof customerIn>;
  } catch {
    return undefined;
  }
}

testInterruptions({
  ...{ job: "simulations.run", runs: "simulation_runs", items: "simulation_items", runColumn: "run_id", calls: 4 },
  async prepare(kit) {
    const scenarioIds: string[] = [];
    for (const content of SCENARIOS) {
      const body = { clientId: randomUUID(), content };
      scenarioIds.push((await kit.world.as<{ scenario: Scenario }>(`${kit.management}/scenarios`, { body })).body.scenario.id);
    }
    const query = `customerModel=${encodeURIComponent(MODEL)}&model=${encodeURIComponent(MODEL)}`;
    const { body: price } = await kit.world.as<{ customerUsd: number; answerUsd: number }>(
      `${kit.management}/simulation-estimate?${query}`,
    );
    const [customer, answer] = [Math.round(price.customerUsd * 1e6), Math.round(price.answerUsd * 1e6)];
    return {
      says({ text }) {
        const asked = customerIn(text);
        if (asked === undefined) return { object: ANSWER, usage: USAGE };
        const object =
          asked.conversation.length > 0 ? { kind: "solved", text: "" } : say(asked.scenario.want === PERSON ? PERSON : QUESTION);
        return { object, usage: USAGE };
      },
      ...{ saysFirst: say(QUESTION), most: customer },
      reservedOf({ turns }) {
        const said = JSON.parse(String(turns)) as SimulatedTurn[];
        return said.at(-1)?.by === "customer" ? answer : customer;
      },
      async start(clientId, env) {
        const body = {
          ...{ clientId, scenarioIds, customerModel: MODEL, model: MODEL, guidanceVersion: null },
          budgetUsd: (3 * customer + answer) / 1e6,
        };
        const started = await kit.world.as<{ run?: { id: string } }>(`${kit.management}/simulation-runs`, { body, env });
        return { answer: started, id: started.body.run?.id };
      },
      statePath: (id) => `${kit.management}/simulation-runs/${id}/state`,
    };
  },
});
