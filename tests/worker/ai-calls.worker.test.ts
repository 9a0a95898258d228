// Calls of models: every provider, every failure, and money that is counted exactly once.
import { expect, test } from "vitest";
import { ModelError } from "../../modules/ai/errors.ts";
import type { ModelRun } from "../../modules/ai/calls/run-model.ts";
import type { Provider } from "../../modules/ai/contract/providers.ts";
import { MODEL_KEY } from "../doubles/models/index.ts";
import { aiWorld, KEYS } from "./ai-kit.ts";

const CHOICES: [Provider, string][] = [
  ["openai", "gpt-5-mini"],
  ["anthropic", "claude-haiku-4-5"],
  ["google", "gemini-2.5-flash"],
  ["mistral", "mistral-small-latest"],
  ["xai", "grok-4"],
  ["groq", "llama-3.3-70b-versatile"],
  ["own", "local-model"],
];
const USAGE = { input: 1000, output: 100, cached: 0 };
const failureOf = async (run: Promise<unknown>): Promise<ModelError> => {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelError)) throw new Error("no ModelError", { cause: error });
  return error;
};
const codeOf = async (run: Promise<unknown>): Promise<unknown> =>
  await run.then(
    () => "answered",
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

test.each(CHOICES)("%s answers: one settled row with tokens and cost, the same in the day's sums", async (provider, model) => {
  const { models, run, calls, usage } = await aiWorld();
  models.answer({ match: "refund", text: "Thirty days.", usage: USAGE });
  const { result, tokens, cost, source } = await run({ choice: { provider, model } });
  expect(result.text).toBe("Thirty days.");
  expect(tokens).toMatchObject({ input: 1000, output: 100 });
  expect(source).toBe(provider === "own" ? "own" : "list");
  expect(cost > 0).toBe(provider !== "own");
  expect(await calls()).toMatchObject([
    { state: "done", provider, model, purpose: "reply", input_tokens: 1000, output_tokens: 100, cost, price_source: source, error: null },
  ]);
  const [row] = await calls();
  expect(row?.["provider_request"]).toEqual(expect.any(String));
  expect(await usage()).toMatchObject([
    { purpose: "reply", provider, model, calls: 1, failed: 0, input_tokens: 1000, output_tokens: 100, cost, estimated: 0 },
  ]);
  // No provider is asked to keep anything, and one's own server gets no key.
  const [asked] = models.requests;
  if (provider === "openai" || provider === "xai") expect(asked?.body["store"]).toBe(false);
  if (provider === "own") expect(asked?.headers["authorization"]).toBeUndefined();
  models.check();
});

test("tokens from the provider's cache cost less", async () => {
  const { models, run } = await aiWorld();
  models.answer({ text: "Yes.", usage: USAGE }, { text: "Yes.", usage: { ...USAGE, cached: 900 } });
  const [all, cached] = [await run(), await run()];
  expect(all.cost).toBe(450);
  expect(cached.cost).toBe(Math.ceil(100 * 0.25 + 900 * 0.025 + 100 * 2));
});

test("a cost that the provider reports wins; an unknown model counts as the dearest and says so", async () => {
  const { models, run, usage } = await aiWorld();
  models.answer({ text: "Yes.", usage: { ...USAGE, cost: 0.0123 } }, { text: "Yes.", usage: USAGE });
  expect(await run({ choice: { provider: "xai", model: "grok-4" } })).toMatchObject({ cost: 12_300, source: "provider" });
  const other = await run({ choice: { provider: "groq", model: "made-up" } });
  expect(other.source).toBe("dearest");
  expect((await usage()).find((row) => row["model"] === "made-up")).toMatchObject({ estimated: 1, cost: other.cost });
});

test.each([
  ["key", "key"],
  ["no credit", "quota"],
  ["unknown model", "model"],
  ["context too long", "input"],
] as const)("a refusal (%s) is said in words without the key, costs nothing and is not repeated", async (fault, kind) => {
  for (const [provider, model] of CHOICES) {
    // Their answer is the same as to too many requests.
    if (fault === "no credit" && (provider === "mistral" || provider === "groq")) continue;
    // It asks for no key.
    if (fault !== "unknown model" && fault !== "context too long" && provider === "own") continue;
    const { models, run, calls, usage } = await aiWorld();
    models.answer({ fault });
    const error = await failureOf(run({ choice: { provider, model } }));
    expect([error.kind, provider]).toEqual([kind, provider]);
    expect(error.message).toMatch(/answered \d{3}: .+\.$/);
    expect(`${error.message} ${error.words}`).not.toContain(MODEL_KEY);
    expect(models.requests).toHaveLength(1);
    expect(await calls()).toMatchObject([{ state: "failed", cost: 0, error: kind }]);
    expect(await usage()).toMatchObject([{ calls: 1, failed: 1, cost: 0, estimated: 0 }]);
  }
});

test("a busy or broken provider is asked again within bounds, and not if it wants longer than that", async () => {
  const { models, run, calls } = await aiWorld();
  models.answer({ fault: "rate limit", retryAfter: 0 }, { fault: "overloaded", retryAfter: 0 }, { text: "Yes.", usage: USAGE });
  expect((await run({ timeout: 8000 })).result.text).toBe("Yes.");
  expect(models.requests).toHaveLength(3);
  models.answer({ fault: "rate limit", retryAfter: 3600 });
  const error = await failureOf(run());
  expect([error.kind, error.after]).toEqual(["busy", 3600]);
  expect(models.requests).toHaveLength(4);
  expect((await calls()).map((row) => row["state"]).toSorted()).toEqual(["done", "failed"]);
});

test.each([
  ["time-out", "late"],
  ["malformed", "unreadable"],
] as const)("after “%s” nobody knows what was charged: the call counts as its estimate", async (fault, kind) => {
  const { models, run, calls, usage } = await aiWorld();
  models.answer({ fault });
  expect((await failureOf(run({ timeout: 300 }))).kind).toBe(kind);
  const [row] = await calls();
  expect(row).toMatchObject({ state: "failed", error: kind, price_source: "estimate", cost: row?.["estimate"] });
  expect(await usage()).toMatchObject([{ cost: row?.["estimate"], estimated: 1 }]);
});

test("an unreachable provider counts nothing", async () => {
  const { models, run, calls } = await aiWorld();
  models.answer({ fault: "reset" });
  expect((await failureOf(run())).kind).toBe("unreachable");
  expect(await calls()).toMatchObject([{ state: "failed", cost: 0 }]);
});

test("the database fails at the end: the call is lost, counts its estimate once, and gives its counts back", async () => {
  const { world, models, run, ctx, calls, usage } = await aiWorld();
  models.answer({ text: "Yes.", usage: USAGE });
  const given = ctx();
  given.db.commit = () => Promise.reject(new Error("D1 is away"));
  await expect(run({ counts: "replies" }, given)).rejects.toThrow("D1 is away");
  const [open] = await calls();
  expect(open).toMatchObject({ state: "started" });
  const counted = async (): Promise<unknown[]> => await world.rows("SELECT n FROM abuse_counters WHERE key LIKE 'replies%' AND n > 0");
  expect(await counted()).toHaveLength(2);
  await world.tick();
  expect(await usage()).toEqual([]);
  world.clock.advance({ minutes: 3 });
  await world.tick();
  await world.tick();
  expect(await calls()).toMatchObject([{ state: "lost", cost: open?.["estimate"], price_source: "estimate" }]);
  expect(await usage()).toMatchObject([{ calls: 1, failed: 1, cost: open?.["estimate"], estimated: 1 }]);
  expect(await counted()).toEqual([]);
});

test("a worker that was only slow ends a lost call without effect", async () => {
  const { world, models, run, ctx, calls, usage } = await aiWorld();
  const given = ctx();
  models.answer({ text: "Yes.", usage: USAGE });
  const commit = given.db.commit.bind(given.db);
  given.db.commit = async (statements) => {
    world.clock.advance({ minutes: 5 });
    await world.tick();
    return await commit(statements);
  };
  await run({}, given);
  expect(await calls()).toMatchObject([{ state: "lost" }]);
  expect(await usage()).toMatchObject([{ calls: 1, failed: 1, estimated: 1 }]);
});

test("past the spending ceiling a call is refused until 00:00 UTC; what was in flight may overshoot", async () => {
  const { world, models, run, path } = await aiWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.0005}' });
  models.answer({ text: "Yes.", usage: USAGE, always: true });
  await Promise.all([run(), run()]);
  const refusal = await run().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 429, code: "ai_unavailable" });
  const seconds = (refusal as { details: { retryAfter: number } }).details.retryAfter;
  expect(seconds).toBe(14 * 3600);
  expect(JSON.stringify(refusal)).not.toMatch(/spend|ceiling/);
  const test429 = await world.as(`${path}/test`, { body: { provider: "openai", model: "gpt-5-mini" } });
  expect([test429.status, test429.body["code"], test429.headers.get("retry-after")]).toEqual([429, "ai_unavailable", String(seconds)]);
  expect(models.requests).toHaveLength(2);
  world.clock.advance({ hours: 14 });
  expect((await run()).source).toBe("list");
});

test("50 calls at once at the edge of a counted ceiling: exactly as many as it allows", async () => {
  const { world, models, run } = await aiWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"repliesPerProject":7}' });
  models.answer({ text: "Yes.", usage: USAGE, always: true });
  const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(run({ counts: "replies" }))));
  expect(codes.filter((code) => code === "answered")).toHaveLength(7);
  expect(codes.filter((code) => code === "ai_unavailable")).toHaveLength(43);
  expect(await world.rows("SELECT n FROM abuse_counters WHERE key = ?", `repliesPerProject:${world.projectId}`)).toEqual([{ n: 7 }]);
});

test("a failed call gives its counts back, and the next one may begin", async () => {
  const { models, run } = await aiWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"repliesPerInstallation":1,"contextRunsPerProject":1}' });
  const both: ModelRun["counts"][] = ["replies", "contextRuns"];
  for (const counts of both) {
    models.answer({ fault: "key" }, { text: "Yes.", usage: USAGE });
    expect((await failureOf(run({ counts }))).kind).toBe("key");
    expect((await run({ counts })).result.text).toBe("Yes.");
    expect(await codeOf(run({ counts }))).toBe("ai_unavailable");
  }
});

test("without the key nothing is stored or sent; an invalid ceiling refuses visibly; a deleted project cannot call", async () => {
  const bare = await aiWorld({});
  const missing = await bare.run().catch((error: unknown) => error);
  expect(missing).toMatchObject({ status: 503, code: "not_configured", details: { variables: ["OPENAI_API_KEY"] } });
  expect(await bare.calls()).toEqual([]);
  const invalid = await aiWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":-1}' });
  expect(await codeOf(invalid.run())).toBe("misconfigured");
  const deleted = await aiWorld();
  await deleted.world.rows("UPDATE projects SET deleted_at = 1 WHERE id = ?", deleted.projectId);
  expect(await codeOf(deleted.run())).toBe("not_found");
  expect(deleted.models.requests).toEqual([]);
});

test("calls are kept for 40 days, sums for 400", async () => {
  const { world, models, run, calls, usage } = await aiWorld();
  models.answer({ text: "Yes.", usage: USAGE });
  await run();
  world.clock.advance({ days: 39 });
  await world.tick();
  expect(await calls()).toHaveLength(1);
  world.clock.advance({ days: 2 });
  await world.tick();
  expect([(await calls()).length, (await usage()).length]).toEqual([0, 1]);
  world.clock.advance({ days: 361 });
  await world.tick();
  expect(await usage()).toEqual([]);
});
