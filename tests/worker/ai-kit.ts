// A world whose providers of models are doubles.
// Loaded before a request asks for them: a first import within a request is loaded file by file here, and on a busy machine outlives it.
import "@ai-sdk/openai";
import "ai";
import { vi } from "vitest";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type ModelRun, runModel } from "../../modules/ai/calls/run-model.ts";
import { MODEL_KEY, Models } from "../doubles/models/index.ts";
import { makeWorld, type World } from "./world.ts";

export const KEYS = {
  OPENAI_API_KEY: MODEL_KEY,
  ANTHROPIC_API_KEY: MODEL_KEY,
  GEMINI_API_KEY: MODEL_KEY,
  MISTRAL_API_KEY: MODEL_KEY,
  XAI_API_KEY: MODEL_KEY,
  GROQ_API_KEY: MODEL_KEY,
  MODEL_SERVER_URL: "http://127.0.0.1:11434/compatible/v1",
};
export interface AiWorld {
  readonly world: World;
  readonly models: Models;
  readonly projectId: ProjectId;
  readonly path: string;
  ctx(change?: Partial<Ctx>): Ctx;
  run(change?: Partial<ModelRun>, ctx?: Ctx): ReturnType<typeof runModel>;
  calls(): Promise<Record<string, unknown>[]>;
  usage(): Promise<Record<string, unknown>[]>;
}

let begins = Date.parse("2026-11-23T10:00:00Z");
/** Each world of a file begins a day later, because the ceilings of the installation are shared. */
export async function aiWorld(vars: Record<string, string> = KEYS): Promise<AiWorld> {
  begins += 2 * 86_400_000;
  const world = await makeWorld({ now: new Date(begins).toISOString(), vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...vars } });
  const models = new Models();
  const fetchDouble = (url: string | URL | Request, init?: RequestInit): Promise<Response> => models.respond(new Request(url, init));
  vi.stubGlobal("fetch", fetchDouble);
  const projectId = world.projectId as ProjectId;
  const ctx = (change: Partial<Ctx> = {}): Ctx => ({ ...world.ctx(), ...change });
  return {
    world,
    models,
    projectId,
    path: `/api/management/projects/${projectId}/ai`,
    ctx,
    run: (change = {}, given = ctx()) =>
      runModel(given, {
        projectId,
        purpose: "reply",
        choice: { provider: "openai", model: "gpt-5-mini" },
        prompt: { prompt: "How long does a refund take?" },
        maxOutputTokens: 100,
        timeout: 2000,
        ...change,
      }),
    calls: () => world.rows("SELECT * FROM ai_calls WHERE project_id = ? ORDER BY id", projectId),
    usage: () => world.rows("SELECT * FROM ai_usage WHERE project_id = ? ORDER BY provider, model", projectId),
  };
}
