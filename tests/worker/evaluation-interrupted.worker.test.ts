// Evaluation runs that are interrupted at any call: `interrupted-kit.ts`.
import { ANSWER, QUESTION } from "./assistant-kit.ts";
import { MODEL } from "./evaluation-kit.ts";
import { testInterruptions, USAGE } from "./interrupted-kit.ts";

const QUESTIONS = 2;
testInterruptions({
  ...{ job: "evaluation.run", runs: "evaluation_runs", items: "evaluation_items", runColumn: "run_id", calls: QUESTIONS },
  async prepare(kit) {
    const { id: setId } = await kit.createSet();
    for (let i = 0; i < QUESTIONS; i += 1) await kit.save(setId, { question: `${QUESTION} ${"please ".repeat(i)}` });
    const path = `${kit.management}/evaluation-estimate?setId=${setId}&model=${encodeURIComponent(MODEL)}`;
    const most = Math.round((await kit.world.as<{ eachUsd: number }>(path)).body.eachUsd * 1e6);
    return {
      ...{ says: { object: ANSWER, usage: USAGE, always: true }, saysFirst: ANSWER, most, reservedOf: () => most },
      async start(clientId, env) {
        const body = { clientId, setId, model: MODEL, guidanceVersion: null, budgetUsd: (QUESTIONS * most) / 1e6, raised: false };
        const answer = await kit.world.as<{ run?: { id: string } }>(`${kit.management}/evaluation-runs`, { body, env });
        return { answer, id: answer.body.run?.id };
      },
      statePath: (id) => `${kit.management}/evaluation-runs/${id}/state`,
    };
  },
});
