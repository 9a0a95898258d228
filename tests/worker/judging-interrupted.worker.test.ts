// Judgings that are interrupted at any call: `interrupted-kit.ts`.
import { expect } from "vitest";
import { DEFAULT_RUBRIC } from "#modules/answer-grading/contract";
import { ANSWER, QUESTION } from "./assistant-kit.ts";
import { MODEL } from "./evaluation-kit.ts";
import { testInterruptions, USAGE } from "./interrupted-kit.ts";

const ANSWERS = 2;
const JUDGED = { scores: DEFAULT_RUBRIC.map((_, at) => ({ criterion: at + 1, reason: "Because.", score: 4 })), verdict: "pass" };
testInterruptions({
  ...{ job: "answer-grading.judging", runs: "judgings", items: "judgements", runColumn: "judging_id", calls: ANSWERS },
  async prepare(kit) {
    const set = await kit.createSet();
    for (let i = 0; i < ANSWERS; i += 1) await kit.save(set.id, { question: `${QUESTION} ${"please ".repeat(i)}` });
    kit.models.answer({ object: ANSWER, usage: USAGE, always: true });
    const { run } = (await kit.start(set.id)).body;
    await kit.work();
    expect(await kit.run(run.id)).toMatchObject({ state: "done", passed: ANSWERS });
    const path = `${kit.management}/evaluation-runs/${run.id}/judging-estimate?model=${encodeURIComponent(MODEL)}`;
    const most = Math.round((await kit.world.as<{ eachUsd: number }>(path)).body.eachUsd * 1e6);
    return {
      ...{ says: { object: JUDGED, usage: USAGE, always: true }, saysFirst: JUDGED, most, reservedOf: () => most },
      async start(clientId, env) {
        const body = { clientId, model: MODEL, rubric: DEFAULT_RUBRIC, budgetUsd: (ANSWERS * most) / 1e6 };
        const path = `${kit.management}/evaluation-runs/${run.id}/judgings`;
        const answer = await kit.world.as<{ judging?: { id: string } }>(path, { body, env });
        return { answer, id: answer.body.judging?.id };
      },
      statePath: (id) => `${kit.management}/judgings/${id}/state`,
    };
  },
});
