// Checks the doubles of model providers: each with the vendor's own client library and with the AI SDK, and what a test can script.
import assert from "node:assert/strict";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { type Client, CLIENTS, type Failed, MODELS, type Said, SCHEMA, type Wish } from "./clients.ts";
import { type Answer, type Fault, MODEL_KEY, Models, type Vendor } from "./index.ts";
import { type ServedModels, startModels } from "./serve.ts";

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
const models = new Models();
let served: ServedModels;
beforeAll(async () => {
  served = await startModels(models);
});
afterAll(() => served.stop());
afterEach(() => {
  models.known = {};
  models.reset();
});

const LONG = "The parcel left on Monday. It reaches you within three days, and the courier sends a message before. Grüße 👋 aus Köln!";
const CALLS = [
  { name: "weather", input: { city: 'Zürich "West"', days: [1, 2, 3] } },
  { name: "clock", input: { zone: "Europe/Zurich" } },
];
const USAGE = { input: 120, output: 34, cached: 20 };

type Table = Readonly<Record<"others", number> & Partial<Record<Vendor, number>>>;
const STATUS = {
  key: { others: 401, google: 400, xai: 400 },
  "rate limit": { others: 429 },
  "no credit": { others: 429, anthropic: 400, xai: 403 },
  overloaded: { others: 503, anthropic: 529 },
  "server error": { others: 500 },
  "bad gateway": { others: 502 },
  "unknown model": { others: 404, mistral: 400 },
  "context too long": { others: 400 },
} satisfies Partial<Record<Fault, Table>> as Readonly<
  Record<"key" | "rate limit" | "no credit" | "overloaded" | "server error" | "bad gateway" | "unknown model" | "context too long", Table>
>;
const WORDS: Readonly<Record<keyof typeof STATUS, RegExp>> = {
  key: /api.key|Unauthorized/i,
  "rate limit": /rate limit|quota|too many/i,
  "no credit": /quota|credit|rate limit/i,
  overloaded: /overloaded|unavailable|capacity/i,
  "server error": /internal|had an error/i,
  "bad gateway": /Bad Gateway|502/i,
  "unknown model": /model/i,
  "context too long": /too long|context|maximum|reduce the length/i,
};
async function until(fits: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !fits(); i += 1) await new Promise((later) => setTimeout(later, 20));
  assert.ok(fits());
}

const ask = (client: Client, wish: Wish): Promise<Said> => client.ask(served.base[client.vendor], MODEL_KEY, wish);
async function failed(client: Client, wish: Wish): Promise<Failed> {
  const said = await ask(client, wish).then(
    (value) => value,
    (error: unknown) => ({ error }),
  );
  if ("error" in said) return client.failure(said.error);
  return assert.fail(`${client.name} took the failure for an answer: ${JSON.stringify(said)}`);
}

describe.each(CLIENTS)("$name", (client) => {
  const { vendor } = client;

  test.each([false, true])("reads a text and its usage, streamed: %s", async (stream) => {
    models.answer({ match: "parcel", text: LONG, usage: USAGE });
    const said = await ask(client, { prompt: "Where is my parcel?", stream });
    assert.equal(said.text, LONG);
    assert.ok(stream ? said.pieces > 5 : said.pieces === 1, `${said.pieces} pieces`);
    assert.match(said.finish ?? "", /^(stop|completed|end_turn|STOP)$/);
    assert.deepEqual([said.input, said.output], [120, 34]);
    // Mistral's library has no field for it.
    if (client.name !== "@mistralai/mistralai") assert.equal(said.cached, 20);
    const [asked] = models.requests;
    assert.equal(asked?.vendor, vendor);
    assert.equal(asked.model, MODELS[vendor]);
    assert.equal(asked.instructions, "Answer briefly.");
    assert.deepEqual(asked.turns, [{ role: "user", text: "Where is my parcel?" }]);
    assert.equal(asked.stream, stream);
    assert.equal(asked.maxTokens, 500);
    assert.equal(asked.left, false);
    models.check();
  });

  test.each([false, true])("calls several tools and goes on with their results, streamed: %s", async (stream) => {
    models.answer({ toolCalls: CALLS, chunk: 5 }, { text: "Sunny, and noon." });
    const first = await ask(client, { prompt: "Weather and time?", stream, tools: true });
    assert.deepEqual(
      first.calls.map(({ name, input }) => ({ name, input })),
      CALLS,
    );
    assert.match(first.finish ?? "", /tool|STOP|completed/);
    assert.deepEqual(models.requests[0]?.tools, ["weather", "clock"]);
    models.reset();
    if (client.sdk === "own" && stream && first.turn === undefined) return;
    // The AI SDK begins again: it calls the tools itself.
    models.answer(...(client.sdk === "ai" ? [{ toolCalls: CALLS, chunk: 5 }] : []), { text: "Sunny, and noon." });
    const second = await ask(client, {
      prompt: "Weather and time?",
      stream,
      tools: true,
      after: { said: first, outputs: ["sunny", "12:00"] },
    });
    assert.match(second.text, /Sunny, and noon\.$/);
    const results = models.requests.at(-1)?.toolResults ?? [];
    assert.equal(results.length, 2);
    assert.match(results[0]?.text ?? "", /sunny/);
    assert.match(results[1]?.text ?? "", /12:00/);
    models.check();
  });

  test.each([false, true])("gets structured output, streamed: %s", async (stream) => {
    models.answer({ object: { answer: LONG, sure: true } });
    const said = await ask(client, { prompt: "Where?", stream, schema: true });
    assert.deepEqual(JSON.parse(said.text), { answer: LONG, sure: true });
    assert.deepEqual(models.requests[0]?.schema?.["required"], SCHEMA.required);
    assert.deepEqual(models.requests[0]?.tools, []);
  });

  test("sends an image", async () => {
    models.answer({ text: "One pixel." });
    assert.equal((await ask(client, { prompt: "What is this?", image: true })).text, "One pixel.");
    assert.deepEqual(models.requests[0]?.images, ["image/png"]);
  });

  test.each([false, true])("says that an answer was longer than allowed, streamed: %s", async (stream) => {
    models.answer({ text: "Too lo", tooLong: true });
    const said = await ask(client, { prompt: "Long?", stream });
    assert.equal(said.text, "Too lo");
    // The AI SDK's client of xAI does not name the reason in a whole answer.
    if (client.name === "ai, xai" && !stream) assert.equal(said.finish, "other");
    else assert.match(said.finish ?? "", /length|max_output_tokens|max_tokens|MAX_TOKENS/);
  });

  test.each([false, true])("reports a refusal in the provider's form, streamed: %s", async (stream) => {
    models.answer({ refusal: "I can't help with that." });
    if (vendor === "xai") {
      const { status, says } = await failed(client, { prompt: "Forbidden", stream });
      assert.equal(status, 403);
      assert.match(says, /violates usage guidelines/);
      return;
    }
    const said = await ask(client, { prompt: "Forbidden", stream });
    // These have no other form than words.
    if (vendor === "mistral" || vendor === "groq") assert.equal(said.text, "I can't help with that.");
    else if (client.sdk === "own") {
      assert.equal(said.text, "");
      assert.match(said.refusal ?? "", /^(I can't help with that\.|refusal|PROHIBITED_CONTENT)$/);
    } else if (vendor === "google" || vendor === "anthropic") {
      assert.equal(said.text, "");
      assert.equal(said.finish, "content-filter");
    } else {
      // The AI SDK passes on OpenAI's refusal as a text; only how it ended tells it from an answer.
      assert.equal(said.text, "I can't help with that.");
      assert.equal(said.finish, "content-filter");
    }
  });

  const statusOf = (kind: keyof typeof STATUS): number => STATUS[kind][vendor] ?? STATUS[kind].others;
  test.each(Object.keys(STATUS) as (keyof typeof STATUS)[])("reports: %s", async (fault) => {
    for (const stream of [false, true]) {
      models.answer({ fault });
      const { status, says, retryAfter } = await failed(client, { prompt: "Hello?", stream });
      assert.equal(status, statusOf(fault), says);
      assert.match(says, WORDS[fault]);
      assert.equal(retryAfter, undefined);
    }
    // No client tried again.
    assert.equal(models.requests.length, 2);
  });

  test("says when to come back after too many requests", async () => {
    models.answer({ fault: "rate limit", retryAfter: 7 });
    const { status, retryAfter, says } = await failed(client, { prompt: "Hello?" });
    assert.equal(status, 429);
    // Google's stands in the body.
    if (vendor !== "google") assert.equal(retryAfter, "7");
    else if (client.sdk === "own") assert.match(says, /"retryDelay":"7s"/);
  });

  test("refuses a wrong key, and lists its models with the right one", async () => {
    const wrong = ask(client, { prompt: "Hello?", key: "wrong-key" });
    if (vendor === "compatible") {
      models.answer({ text: "Hello." });
      assert.equal((await wrong).text, "Hello.");
    } else {
      const error: unknown = await wrong.then(
        () => assert.fail("a wrong key was accepted"),
        (reason: unknown) => reason,
      );
      assert.equal(client.failure(error).status, statusOf("key"));
      assert.equal(models.requests.length, 0);
    }
    if (!client.models) return;
    models.known = { [vendor]: ["one", "two"] };
    assert.deepEqual(await client.models(served.base[vendor], MODEL_KEY), ["one", "two"]);
  });

  test("refuses a model that the provider does not know", async () => {
    models.known = { [vendor]: ["one", "two"] };
    const { status, says } = await failed(client, { prompt: "Hello?", model: "no-such-model" });
    assert.equal(status, statusOf("unknown model"));
    assert.match(says, /no-such-model/);
  });

  test.each(["reset", "malformed", "time-out"] as const)("fails without a status: %s", async (fault) => {
    models.answer({ fault, text: LONG });
    const began = performance.now();
    const { kind, status, says } = await failed(client, { prompt: "Hello?", ...(fault === "time-out" ? { timeoutMs: 150 } : {}) });
    // The AI SDK names the status of an answer that it could not read.
    assert.ok(status === undefined || (fault === "malformed" && status === 200), `${kind} ${status}: ${says}`);
    assert.equal(models.requests.length, 1);
    if (fault !== "time-out") return;
    assert.ok(performance.now() - began < 10_000);
    await until(() => models.requests[0]?.left === true);
  });

  test.each(["cut", "malformed", "fails midway"] as const)("breaks in the middle of a stream: %s", async (fault) => {
    models.answer({ fault, text: LONG, chunkMs: 1 });
    let heard = "";
    const { says } = await failed(client, { prompt: "Hello?", stream: true, onPiece: (piece) => (heard += piece) });
    assert.ok(heard.length > 0 && heard.length < LONG.length && LONG.startsWith(heard), `${heard} (${says})`);
  });

  test("does not take a stream without an end for a whole answer", async () => {
    models.answer({ fault: "ends early", text: LONG });
    const said = await ask(client, { prompt: "Hello?", stream: true }).catch(() => undefined);
    // The AI SDK calls it interrupted, of xAI “other”, and throws for compatible servers. Of the vendors' libraries, the helpers of OpenAI
    // and Anthropic throw; the others say nothing of an end.
    if (client.sdk === "own") assert.equal(said?.finish, undefined);
    else if (vendor === "compatible") assert.equal(said, undefined);
    else assert.equal(said?.finish, vendor === "xai" ? "other" : "interrupted");
    assert.notEqual(said?.text, LONG);
  });
});

// --- the script ----------------------------------------------------------------

const plain = (body: unknown, key = MODEL_KEY): Promise<Response> =>
  fetch(`${served.base.openai}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
const hello = (content: string, more: Record<string, unknown> = {}): Promise<Response> =>
  plain({ model: "gpt-5-mini", messages: [{ role: "user", content }], ...more });
const textOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? "";

test("answers in order, by what matches, and as a function of the request", async () => {
  const decide = ({ text }: { text: string }): Answer | undefined => (text.startsWith("count") ? { text: String(text.length) } : undefined);
  models.answer({ match: "b", text: "for b" }, { match: /^c$/, text: "for c" }, decide, { text: "first" }, { text: "second" });
  assert.equal(await textOf(await hello("a")), "first");
  assert.equal(await textOf(await hello("count me")), "8");
  assert.equal(await textOf(await hello("c")), "for c");
  assert.equal(await textOf(await hello("a")), "second");
  assert.equal(await textOf(await hello("count")), "5");
  assert.throws(() => models.check(), /1 of the scripted answers/);
  assert.equal(await textOf(await hello("b")), "for b");
  models.check();
});

test("answers a request that nobody scripted loudly", async () => {
  models.answer({ match: "other", text: "x" });
  assert.equal((await hello("unexpected")).status, 418);
  assert.equal((await fetch(`${served.url}/nowhere`)).status, 418);
  assert.throws(() => models.check(), /unexpected[^]*nowhere/);
});

test("refuses what a provider refuses", async () => {
  for (const body of [
    {},
    { model: "gpt-5-mini" },
    { model: "gpt-5-mini", messages: [{ role: "robot", content: "x" }] },
    { model: "gpt-5-mini", messages: [{ role: "tool", tool_call_id: "call_1", content: "x" }] },
  ])
    assert.equal((await plain(body)).status, 400, JSON.stringify(body));
  assert.equal((await fetch(`${served.base.openai}/chat/completions`, { method: "POST", body: "{" })).status, 401);
  const anthropic = (headers: Record<string, string>, body: unknown): Promise<Response> =>
    fetch(`${served.base.anthropic}/messages`, {
      method: "POST",
      headers: { "x-api-key": MODEL_KEY, ...headers },
      body: JSON.stringify(body),
    });
  const message = { model: "claude-sonnet-4-5", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
  const version = { "anthropic-version": "2023-06-01" };
  assert.equal((await anthropic({}, message)).status, 400);
  assert.equal((await anthropic(version, { ...message, max_tokens: undefined })).status, 400);
  const call = { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "x", input: {} }] };
  assert.equal(
    (await anthropic(version, { ...message, messages: [...message.messages, call, { role: "user", content: "?" }] })).status,
    400,
  );
  assert.equal(models.requests.length, 0);
  models.answer({ text: "Hi." });
  assert.equal((await anthropic(version, message)).status, 200);
});

test("waits before an answer and between pieces, and notices a client that leaves", async () => {
  models.answer({ text: LONG, delayMs: 60, chunkMs: 15 });
  const began = performance.now();
  const response = await hello("slow", { stream: true });
  assert.ok(performance.now() - began >= 55);
  const reader = response.body?.getReader();
  await reader?.read();
  assert.equal(models.requests[0]?.left, false);
  await reader?.cancel();
  await until(() => models.requests[0]?.left === true);

  models.answer({ text: LONG, fault: "stalls" });
  const leave = new AbortController();
  const stalled = await fetch(`${served.base.openai}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${MODEL_KEY}` },
    body: JSON.stringify({ model: "gpt-5-mini", stream: true, messages: [{ role: "user", content: "stall" }] }),
    signal: leave.signal,
  });
  const pieces: string[] = [];
  setTimeout(() => leave.abort(), 200);
  await assert.rejects(async () => {
    for await (const piece of stalled.body ?? []) pieces.push(Buffer.from(piece).toString());
  });
  assert.match(pieces.join(""), /The parcel/);
  assert.doesNotMatch(pieces.join(""), /DONE/);
  await until(() => models.requests[1]?.left === true);
});

test("sends the vendors' differences: pieces of calls, usage, ids", async () => {
  const frames = async (vendor: Vendor, more: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> => {
    models.answer({ toolCalls: [{ name: "weather", input: { city: "Bern" } }], chunk: 4 });
    const response = await fetch(`${served.base[vendor]}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${MODEL_KEY}` },
      body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "x" }], ...more }),
    });
    const lines = (await response.text()).split("\n\n").filter((line) => line.startsWith("data: {"));
    return lines.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
  };
  const calls = (list: Record<string, unknown>[]): number => list.filter((one) => JSON.stringify(one).includes('tool_calls":')).length;
  const [openai, mistral, groq] = [await frames("openai"), await frames("mistral"), await frames("groq")];
  assert.ok(calls(openai) > 3);
  assert.equal(calls(mistral), 1);
  assert.match(JSON.stringify(mistral), /"id":"[A-Za-z0-9]{9}","type":"function"/);
  assert.ok(!openai.some((one) => "usage" in one));
  assert.ok("usage" in ((await frames("openai", { stream_options: { include_usage: true } })).at(-1) ?? {}));
  assert.ok("usage" in (mistral.at(-1) ?? {}));
  assert.match(JSON.stringify(groq.at(-1)), /"x_groq":\{[^}]*"usage"/);
});

test("xAI reports what a request cost", async () => {
  models.answer({ text: "Hi.", usage: { input: 10, output: 5, cost: 0.0123 } });
  const response = await fetch(`${served.base.xai}/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${MODEL_KEY}` },
    body: JSON.stringify({ model: "grok-4", input: "Hi" }),
  });
  const { usage } = (await response.json()) as { usage: { cost_in_usd_ticks: number } };
  assert.equal(usage.cost_in_usd_ticks, 123_000_000);
});

test("Gemini 3 wants its signature back", async () => {
  const contents = [
    { role: "user", parts: [{ text: "x" }] },
    { role: "model", parts: [{ functionCall: { name: "weather", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "weather", response: {} } }] },
  ];
  const response = await fetch(`${served.base.google}/models/gemini-3-pro-preview:generateContent`, {
    method: "POST",
    headers: { "x-goog-api-key": MODEL_KEY },
    body: JSON.stringify({ contents }),
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /thought_signature/);
});

test("is found by the hosts of the providers too, for tests that replace fetch", async () => {
  models.answer({ text: "Hi.", always: true });
  const body = JSON.stringify({ model: "llama", messages: [{ role: "user", content: "Hi" }] });
  const headers = { authorization: `Bearer ${MODEL_KEY}` };
  for (const url of ["https://api.groq.com/openai/v1/chat/completions", "https://api.mistral.ai/v1/chat/completions"])
    assert.equal((await models.respond(new Request(url, { method: "POST", headers, body }))).status, 200, url);
  assert.equal((await models.respond(new Request("https://example.test/v1/chat/completions", { method: "POST", body }))).status, 418);
});
