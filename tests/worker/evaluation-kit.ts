// A project with a set of questions, whose assistant is evaluated with models that are doubles.
import { randomUUID } from "node:crypto";
import type { EvaluationItem, EvaluationRun, EvaluationSetup } from "#modules/evaluation/contract";
import type { QuestionSet, SetQuestion } from "#modules/question-sets/contract";
import { KEYS } from "./ai-kit.ts";
import { assistantWorld, QUESTION } from "./assistant-kit.ts";
import type { Answer } from "./world.ts";

export const MODEL = "openai/gpt-5-mini";
/** Above its price in the list. */
export const CEILINGS = { TRAINING_PRICE_CEILINGS: `{"${MODEL}":{"input":0.5,"output":4}}` };
type Refused = { code?: string; variables?: string[]; issues?: { path: string }[] };

export type EvaluationWorld = Awaited<ReturnType<typeof evaluationWorld>>;
export async function evaluationWorld(vars: Record<string, string> = { ...KEYS, ...CEILINGS }) {
  const made = await assistantWorld(vars);
  const { world, projectId } = made;
  const management = `/api/management/projects/${projectId}`;
  const dashboard = `/api/dashboard/projects/${projectId}`;
  const question = { question: QUESTION, topic: "returns", locale: "en", channel: "widget", asker: "everybody", outcome: "answer" };
  const fields = { ...question, facts: ["30 days"], forbidden: [], sources: [] };
  return {
    ...made,
    management,
    dashboard,
    fields,
    createSet: async (name = "Returns"): Promise<QuestionSet> =>
      (await world.as<{ set: QuestionSet }>(`${management}/question-sets`, { body: { clientId: randomUUID(), name } })).body.set,
    readSet: async (id: string): Promise<QuestionSet> =>
      (await world.as<{ set: QuestionSet }>(`${dashboard}/question-sets/${id}`)).body.set,
    save: async (setId: string, body: object = {}): Promise<Answer<{ question: SetQuestion } & Refused>> =>
      await world.as(`${management}/question-sets/${setId}/questions`, {
        body: { clientId: randomUUID(), replaces: null, origin: "hand", ...fields, ...body },
      }),
    questions: async (setId: string): Promise<readonly SetQuestion[]> =>
      (await world.as<{ items: SetQuestion[] }>(`${dashboard}/question-sets/${setId}/questions`)).body.items,
    setup: async (): Promise<EvaluationSetup> => (await world.as<EvaluationSetup>(`${dashboard}/evaluation`)).body,
    start: async (setId: string, body: object = {}): Promise<Answer<{ run: EvaluationRun } & Refused>> =>
      await world.as(`${management}/evaluation-runs`, {
        body: { clientId: randomUUID(), setId, model: MODEL, guidanceVersion: null, budgetUsd: 1, raised: false, ...body },
      }),
    change: async (runId: string, state: "paused" | "running" | "cancelled") =>
      await world.as<Refused>(`${management}/evaluation-runs/${runId}/state`, { method: "PUT", body: { state } }),
    run: async (runId: string): Promise<EvaluationRun> =>
      (await world.as<{ run: EvaluationRun }>(`${dashboard}/evaluation-runs/${runId}`)).body.run,
    items: async (runId: string): Promise<readonly EvaluationItem[]> =>
      (await world.as<{ items: EvaluationItem[] }>(`${dashboard}/evaluation-runs/${runId}/items`)).body.items,
    /** Lets the jobs run that are due. */
    async work(rounds = 2): Promise<void> {
      for (let i = 0; i < rounds; i += 1) {
        world.clock.advance({ seconds: 61 });
        await world.tick();
      }
    },
  };
}
