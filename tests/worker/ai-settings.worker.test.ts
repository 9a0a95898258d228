// Models of a project: choosing, testing, what is missing, and the day's usage.
import { expect, test } from "vitest";
import type { AiUsage, InstallationUsage, ModelSettings, ModelTestResult } from "../../modules/ai/contract.ts";
import { MODEL_KEY } from "../doubles/models/index.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import { makeWorld } from "./world.ts";

const USAGE = { input: 1000, output: 100, cached: 0 };
const NONE = { reply: null, assist: null, context: null };
const choose = (at: AiWorld, chosen: object) =>
  at.world.as<ModelSettings & { error: string }>(at.path, { method: "PUT", body: { ...NONE, ...chosen } });
const testModel = (at: AiWorld, provider: string, model: string) =>
  at.world.as<{ result: ModelTestResult; settings: ModelSettings; code: string; error: string; variables: string[] }>(`${at.path}/test`, {
    body: { provider, model },
  });
const usageOf = async ({ world }: AiWorld) =>
  (await world.as<AiUsage & { code: string }>(`/api/dashboard/projects/${world.projectId}/ai-usage`)).body;

test("an owner chooses models; the log says from what to what, and other projects keep their own", async () => {
  const at = await aiWorld();
  const saved = await choose(at, {
    reply: { provider: "openai", model: "gpt-5-mini" },
    context: { provider: "own", model: "library/qwen3:8b" },
  });
  expect(saved.status).toBe(200);
  expect(saved.body.chosen).toEqual({
    reply: { provider: "openai", model: "gpt-5-mini" },
    assist: null,
    context: { provider: "own", model: "library/qwen3:8b" },
  });
  at.world.clock.advance({ seconds: 1 });
  await choose(at, { reply: { provider: "xai", model: "grok-4" } });
  await choose(at, { reply: { provider: "xai", model: "grok-4" } });
  const { body } = await at.world.as<{ items: { action: string; changes: unknown[] }[] }>(
    `/api/management/projects/${at.projectId}/audit-log`,
  );
  const entries = body.items.filter(({ action }) => action === "ai.models_changed");
  expect(entries.map(({ changes }) => changes)).toEqual([
    [
      { field: "reply", from: "openai/gpt-5-mini", to: "xai/grok-4" },
      { field: "context", from: "own/library/qwen3:8b", to: null },
    ],
    [
      { field: "reply", from: null, to: "openai/gpt-5-mini" },
      { field: "context", from: null, to: "own/library/qwen3:8b" },
    ],
  ]);
  const other = await aiWorld();
  expect((await other.world.as<ModelSettings>(other.path)).body.chosen).toEqual(NONE);
  for (const model of ["", "two words", "../models", "a?b", "x".repeat(201)])
    expect((await choose(at, { reply: { provider: "openai", model } })).status, model).toBe(400);
  expect((await choose(at, { reply: { provider: "deepseek", model: "chat" } })).status).toBe(400);
});

test("each provider names what it lacks, and offers models with size, price and abilities", async () => {
  const at = await aiWorld({
    GEMINI_API_KEY: MODEL_KEY,
    CONTEXT_MODEL: "google/gemini-2.5-flash",
    MISTRAL_BASE_URL: "https://eu.example/v1",
  });
  const { body } = await at.world.as<ModelSettings>(at.path);
  expect(Object.fromEntries(body.providers.map(({ provider, missing }) => [provider, missing]))).toEqual({
    openai: ["OPENAI_API_KEY"],
    anthropic: ["ANTHROPIC_API_KEY"],
    google: [],
    mistral: ["MISTRAL_API_KEY"],
    xai: ["XAI_API_KEY"],
    groq: ["GROQ_API_KEY"],
    own: ["MODEL_SERVER_URL"],
  });
  expect(body.contextDefault).toEqual({ provider: "google", model: "gemini-2.5-flash" });
  const openai = body.providers[0]?.models.find(({ model }) => model === "gpt-5");
  expect(openai).toEqual({ model: "gpt-5", context: 400_000, input: 1.25, output: 10, tools: true, images: true });
  expect(body.providers.map(({ ownAddress }) => ownAddress)).toEqual([false, false, false, true, false, false, false]);
  expect(JSON.stringify(body)).not.toContain(MODEL_KEY);
});

test("a test says time, tokens, cost and abilities, is counted, and its result is kept", async () => {
  const at = await aiWorld();
  const { models } = at;
  models.answer(
    { match: "one word: ready", text: "ready", usage: USAGE },
    { match: "report", toolCalls: [{ name: "report", input: { word: "ready" } }], usage: USAGE },
    { match: "colour", text: "Red.", usage: USAGE },
  );
  const { status, body } = await testModel(at, "openai", "gpt-5-mini");
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.result).toMatchObject({
    works: true,
    problem: null,
    inputTokens: 3000,
    outputTokens: 300,
    costUsd: 0.00135,
    source: "list",
    tools: true,
    images: true,
  });
  expect(models.requests.find(({ images }) => images.length > 0)?.images).toEqual(["image/png"]);
  models.check();
  expect(body.settings.tests).toMatchObject([{ provider: "openai", model: "gpt-5-mini", works: true, tools: true, images: true }]);
  expect(await usageOf(at)).toMatchObject({
    spend: { used: 0.00135, ceiling: 10, state: "below" },
    items: [{ purpose: "test", provider: "openai", model: "gpt-5-mini", calls: 3, failed: 0, costUsd: 0.00135 }],
  });
  // One that cannot do either.
  models.answer(
    { match: "one word: ready", text: "ready", usage: USAGE },
    { match: "report", text: "I cannot.", usage: USAGE },
    { match: "colour", text: "Blue.", usage: USAGE },
  );
  const blind = await testModel(at, "own", "local-model");
  expect(blind.body.result).toMatchObject({ works: true, tools: false, images: false, costUsd: 0, source: "own" });
});

test("a refusal of the provider is a result with its words, without the key", async () => {
  const at = await aiWorld();
  at.models.answer({ fault: "key" }, { fault: "unknown model" });
  const key = await testModel(at, "xai", "grok-4");
  expect(key.status).toBe(200);
  expect(key.body.result).toMatchObject({ works: false, tools: null, images: null, costUsd: 0 });
  expect(key.body.result.problem?.sentence).toContain("Check XAI_API_KEY");
  expect(key.body.result.problem?.words).toContain("API key");
  expect(JSON.stringify(key.body)).not.toContain(MODEL_KEY);
  const unknown = await testModel(at, "openai", "gpt-99");
  expect(unknown.body.result.problem?.sentence).toContain("gpt-99");
  expect(at.models.requests).toHaveLength(2);
  expect(unknown.body.settings.tests.map(({ model, works }) => [model, works])).toContainEqual(["gpt-99", false]);
});

test("without the provider's key a test is refused by the variable's name, and tests are bounded", async () => {
  const bare = await aiWorld({});
  const refused = await testModel(bare, "groq", "llama-3.3-70b-versatile");
  expect([refused.status, refused.body.code, refused.body.variables]).toEqual([503, "not_configured", ["GROQ_API_KEY"]]);
  const own = await testModel(bare, "own", "llama");
  expect(own.body.variables).toEqual(["MODEL_SERVER_URL"]);
  const at = await aiWorld();
  at.models.answer({ fault: "unknown model", always: true });
  const codes: unknown[] = [];
  for (let i = 0; i < 31; i += 1) codes.push((await testModel(at, "openai", "gpt-99")).body.code);
  expect(codes.slice(29)).toEqual([undefined, "rate_limited"]);
});

test("the ai-reply routes name only what is really missing", async () => {
  const ask = async (at: AiWorld): Promise<{ variables: string[]; error: string }> => {
    const visitor = await at.world.visitor();
    const { id } = (await visitor.open("Hello")).body.conversation;
    const member = await at.world.as<{ code: string; variables: string[]; error: string }>(`${at.world.conversations}/${id}/ai-reply`, {
      body: { clientId: crypto.randomUUID(), frontier: 1 },
    });
    const own = await visitor.call<{ code: string; variables: string[] }>(`/api/widget/conversations/${id}/ai-reply`, {
      body: { clientId: crypto.randomUUID() },
    });
    expect([member.status, member.body.code, own.status, own.body.code]).toEqual([503, "not_configured", 503, "not_configured"]);
    expect(own.body.variables).toEqual(member.body.variables);
    return member.body;
  };
  const bare = await aiWorld({});
  expect((await ask(bare)).variables).toEqual(expect.arrayContaining(["OPENAI_API_KEY", "GROQ_API_KEY", "MODEL_SERVER_URL"]));
  const keyed = await aiWorld({ GROQ_API_KEY: MODEL_KEY });
  expect(await ask(keyed)).toMatchObject({ variables: [], error: expect.stringContaining("No model is chosen") as string });
  await choose(keyed, { reply: { provider: "openai", model: "gpt-5" } });
  expect(await ask(keyed)).toMatchObject({ variables: ["OPENAI_API_KEY"] });
  await choose(keyed, { reply: { provider: "groq", model: "llama-3.3-70b-versatile" } });
  // Nothing is missing any more: a member may ask, and a visitor once the assistant is on.
  const visitor = await keyed.world.visitor();
  const { id } = (await visitor.open("Hello")).body.conversation;
  const body = { clientId: crypto.randomUUID() };
  expect((await keyed.world.as(`${keyed.world.conversations}/${id}/ai-reply`, { body: { ...body, frontier: 1 } })).status).toBe(202);
  expect((await visitor.call(`/api/widget/conversations/${id}/ai-reply`, { body })).body).toMatchObject({
    code: "not_configured",
    variables: [],
    error: "The assistant doesn’t answer customers of this project.",
  });
});

test("usage warns from 80 % on, says when it is reset, and fails visibly while the ceilings are not valid", async () => {
  const at = await aiWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.0005}' });
  expect(await usageOf(at)).toMatchObject({ spend: { used: 0, ceiling: 0.0005, state: "below" }, items: [] });
  at.models.answer({ text: "Yes.", usage: USAGE, always: true });
  await at.run();
  const near = await usageOf(at);
  expect(near.spend).toEqual({ used: 0.00045, ceiling: 0.0005, state: "near" });
  expect(near.resetsAt).toBe(`${new Date(at.world.clock.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`);
  await at.run({ counts: "replies" });
  expect(await usageOf(at)).toMatchObject({
    spend: { state: "reached" },
    replies: { used: 1, ceiling: 200 },
    contextRuns: { used: 0, ceiling: 500 },
  });
  at.world.env = { ...at.world.env, AI_DAILY_CEILINGS: "{" };
  expect(await usageOf(at)).toMatchObject({ code: "misconfigured" });
});

test("the first owner sees the sum of all projects; projects see only themselves", async () => {
  const at = await aiWorld();
  const second = await makeWorld({ now: new Date(at.world.clock.now()).toISOString(), vars: KEYS });
  at.models.answer({ text: "Yes.", usage: USAGE, always: true });
  await at.run();
  await at.run({ projectId: second.projectId as typeof at.projectId });
  await at.run({ projectId: second.projectId as typeof at.projectId, counts: "replies" });
  const { body } = await at.world.as<InstallationUsage>("/api/installation/ai-usage");
  expect(body).toMatchObject({ spentUsd: 0.00135, calls: 3, projects: 2, ceilingUsd: 10, replies: { used: 1, ceiling: 2000 } });
  expect(body.items.map(({ projectId, calls, costUsd }) => [projectId, calls, costUsd])).toEqual([
    [second.projectId, 2, 0.0009],
    [at.projectId, 1, 0.00045],
  ]);
  expect((await usageOf(at)).items).toMatchObject([{ calls: 1, costUsd: 0.00045 }]);
});

test("a deleted project leaves no choice and no test", async () => {
  const at = await aiWorld();
  await choose(at, { reply: { provider: "openai", model: "gpt-5-mini" } });
  at.models.answer({ fault: "unknown model" });
  await testModel(at, "openai", "gpt-99");
  const gone = await at.world.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status).toBe(200);
  for (const table of ["ai_models", "ai_model_tests"])
    expect(await at.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, at.projectId), table).toEqual([]);
});
