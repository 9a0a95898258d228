// Help for operators: what each request answers, what a model is given for it, what it costs, and how it is refused.
import { expect, test } from "vitest";
import { ASSIST, copilotWorld, type CopilotWorld, writeKnowledge } from "./copilot-kit.ts";
import { KEYS } from "./ai-kit.ts";

const USAGE = { usage: { input: 1000, output: 100 } };
const SPENT = { ...ASSIST, inputTokens: 1000, outputTokens: 100, priceSource: "list" };
const ANSWER = {
  kind: "answer",
  sentences: [
    {
      text: "You can return a parcel within 30 days of delivery.",
      citations: [{ source: "p1", quote: "return a parcel within **30 days**" }],
    },
  ],
  question: "",
  reason: "",
};
const QUESTION = "Hello, how long do I have to return a parcel?";

test("a draft is proved by the company's knowledge, names its sources, and says what it cost", async () => {
  const at = await copilotWorld();
  await writeKnowledge(at);
  const id = await at.converse(QUESTION);
  at.models.answer({ object: ANSWER, ...USAGE });
  const { status, body } = await at.help(id, "draft", { proved: true });
  expect([status, body]).toMatchObject([
    200,
    {
      outcome: "proved",
      text: "You can return a parcel within 30 days of delivery.",
      locale: "en",
      sources: [{ id: "p1", title: "Returning a parcel", url: "https://help.example/returns" }],
      spent: SPENT,
    },
  ]);
  expect(at.asked().text).toContain(QUESTION);
  expect(await at.calls()).toMatchObject([{ state: "done", purpose: "assist" }]);
  at.models.check();
});

test("a draft that its sources don't prove says so, sentence by sentence", async () => {
  const at = await copilotWorld();
  await writeKnowledge(at);
  const id = await at.converse(QUESTION);
  const sentences = [...ANSWER.sentences, { text: "Returns are free for 60 days.", citations: [] }];
  at.models.answer({ object: { ...ANSWER, sentences } });
  const { body } = await at.help<{ outcome: string; sentences: { faults: { fault: string }[] }[] }>(id, "draft", { proved: true });
  expect(body.outcome).toBe("not_proved");
  expect(body.sentences.map(({ faults }) => faults.map(({ fault }) => fault))).toEqual([[], ["uncited"]]);
});

test("where nothing fits, no model is asked; an unproved draft is written on request, without notes", async () => {
  const at = await copilotWorld();
  await writeKnowledge(at);
  const id = await at.converse("Which telescope shows the rings of Saturn best?");
  await at.note(id, "She is a difficult customer.");
  const { body } = await at.help(id, "draft", { proved: true });
  expect(body).toMatchObject({ outcome: "nothing_found", text: "", spent: null, sources: [] });
  expect(at.models.requests).toEqual([]);
  at.models.answer({ object: { text: "We recommend [model]." }, ...USAGE });
  expect((await at.help(id, "draft", { proved: false })).body).toMatchObject({
    outcome: "unproved",
    text: "We recommend [model].",
    spent: SPENT,
  });
  expect(at.asked().text).toContain("rings of Saturn");
  expect(at.asked().text).not.toContain("difficult");
});

test("the draft answers what the customer wrote last, in their language", async () => {
  const at = await copilotWorld();
  await writeKnowledge(at);
  const id = await at.converse("Bonjour, où est ma commande ?");
  await at.reply(id, "Elle arrive demain.");
  await at.visitor.postMessage(id, "Merci ! Et combien de temps est-ce que j’ai pour return a parcel ?");
  at.models.answer({ object: { ...ANSWER, kind: "ask_back", sentences: [], question: "Quel colis ?" } });
  expect((await at.help(id, "draft", { proved: true })).body).toMatchObject({ outcome: "asks_back", text: "Quel colis ?", locale: "fr" });
  expect(at.asked().text).toContain("return a parcel");
  expect(at.asked().text).not.toContain("où est ma commande");
  expect(at.asked().instructions).toContain("French");
});

test("rewriting gives the model the text alone, keeps the space around it, and names numbers and links that changed", async () => {
  const at = await copilotWorld();
  const id = await at.converse("My secret question");
  at.models.answer({ object: { text: "Refunds take 41 days, see https://a.example/x." }, ...USAGE });
  const text = "\n The refund takes 14 days, see https://a.example/x  ";
  const { body } = await at.help(id, "rewrite", { text, how: "friendlier" });
  expect(body).toMatchObject({ text: "\n Refunds take 41 days, see https://a.example/x.  ", changed: ["14", "41"], spent: SPENT });
  expect(at.asked().instructions).toContain("friendlier");
  expect(JSON.parse(at.asked().text)).toEqual({ text });
  for (const how of ["shorter", "formal", "grammar"]) {
    at.models.answer({ object: { text: "Done." } });
    expect((await at.help(id, "rewrite", { text: "Do it.", how })).body).toMatchObject({ text: "Done.", changed: [] });
  }
  expect((await at.help(id, "rewrite", { text: "", how: "shorter" })).status).toBe(400);
  expect((await at.help(id, "rewrite", { text: "x", how: "louder" })).status).toBe(400);
});

test("a text is translated into the customer's language, which code reads, or the model where code can't", async () => {
  const at = await copilotWorld();
  const french = await at.converse("Bonjour, je n’ai pas reçu ma commande.");
  at.models.answer({ object: { text: "Elle arrive demain.", language: "xx" } });
  expect((await at.help(french, "translate", { text: "It comes tomorrow." })).body).toMatchObject({
    text: "Elle arrive demain.",
    locale: "fr",
  });
  expect(at.asked().instructions).toContain("into French");
  const short = await at.converse("Tak!");
  at.models.answer({ object: { text: "Den kommer i morgen.", language: "da" } });
  expect((await at.help(short, "translate", { text: "It comes tomorrow." })).body).toMatchObject({ locale: "da" });
  expect(JSON.parse(at.asked().text)).toEqual({ text: "It comes tomorrow.", customerWrote: ["Tak!"] });
});

test("a message is translated once for each language; the same again costs nothing, for colleagues too", async () => {
  const at = await copilotWorld();
  const id = await at.converse("Je n’ai pas reçu ma commande.");
  const [message] = await at.world.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ?", id);
  const translate = (locale: string, messageId = message?.id) => at.help(id, "translations", { messageId, locale });
  at.models.answer({ object: { text: "I have not received my order." }, ...USAGE }, { object: { text: "Ich habe …" } });
  expect((await translate("en")).body).toMatchObject({ text: "I have not received my order.", spent: SPENT });
  expect((await translate("en")).body).toMatchObject({ text: "I have not received my order.", spent: null, ...ASSIST });
  expect((await translate("de")).body).toMatchObject({ text: "Ich habe …" });
  expect(at.models.requests).toHaveLength(2);
  expect((await translate("english")).status).toBe(400);
  expect((await translate("en", `msg_${"0".repeat(26)}`)).status).toBe(404);
  // A message of another conversation is answered like a missing one.
  expect((await at.help(await at.converse("Hello"), "translations", { messageId: message?.id, locale: "en" })).status).toBe(404);
  at.models.check();
});

test("a summary and a proposed priority name messages of this conversation only", async () => {
  const at = await copilotWorld();
  const id = await at.converse("The vase arrived broken.");
  await at.note(id, "Second time this month.");
  at.models.answer({
    object: {
      points: [
        { text: "La vase est cassée.", messages: ["m1", "m9"] },
        { text: "C’est la deuxième fois.", messages: ["m2"] },
      ],
    },
    ...USAGE,
  });
  expect((await at.help(id, "summary", { locale: "fr" })).body).toMatchObject({
    points: [
      { text: "La vase est cassée.", revisions: [1] },
      { text: "C’est la deuxième fois.", revisions: [2] },
    ],
    extent: { messages: 2, isCut: false },
    spent: SPENT,
  });
  expect(JSON.parse(at.asked().text)).toMatchObject({
    messages: [
      { id: "m1", by: "customer", text: "The vase arrived broken." },
      { id: "m2", by: "team", isInternalNote: true },
    ],
  });
  at.models.answer({ object: { priority: "high", reason: "It arrived broken twice.", messages: ["m1"] } });
  expect((await at.help(id, "priority", { locale: "en" })).body).toMatchObject({ priority: "high", revisions: [1] });
  at.models.answer({ object: { priority: "none", reason: "x", messages: [] } });
  expect((await at.help(id, "priority", { locale: "en" })).status).toBe(503);
  expect(await at.world.rows("SELECT * FROM conversation_priorities")).toEqual([]);
});

test("proposed tags are the project's own that the conversation lacks, and nothing is added", async () => {
  const at = await copilotWorld();
  const id = await at.converse("I want my money back for the broken vase.");
  const none = await at.help(id, "tags", { locale: "en" });
  expect([none.status, none.body]).toMatchObject([409, { code: "conflict" }]);
  const make = async (name: string, description = ""): Promise<string> =>
    (
      await at.world.as<{ tag: { id: string } }>(`/api/dashboard/projects/${at.projectId}/tags`, {
        body: { clientId: crypto.randomUUID(), name, description },
      })
    ).body.tag.id;
  const [refund, broken, has, old] = [await make("Refund", "Money back"), await make("Broken"), await make("Has"), await make("Old")];
  const post = (path: string, options: object) => at.world.as(path, options);
  await post(`/api/dashboard/projects/${at.projectId}/conversations/${id}/tags`, { body: { clientId: crypto.randomUUID(), add: [has] } });
  await post(`/api/management/projects/${at.projectId}/tags/${old}`, {
    method: "PATCH",
    body: { name: "Old", hue: 25, description: "", archived: true },
  });
  const said = (tag: string, messages: readonly string[] = []) => ({ tag, reason: `Because of ${tag}`, messages });
  at.models.answer({ object: { tags: [said("t2", ["m1", "m7"]), said("t9"), said("t1"), said("t2")] }, ...USAGE });
  const { status, body } = await at.help(id, "tags", { locale: "en" });
  const given = (JSON.parse(at.asked().text) as { tags: { id: string; name: string; description?: string }[] }).tags;
  expect(given.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(["Broken", "Refund"]);
  const idOf = (key: string): string => (given.find((tag) => tag.id === key)?.name === "Refund" ? refund : broken);
  expect([status, body]).toMatchObject([
    200,
    {
      tags: [
        { tagId: idOf("t2"), reason: "Because of t2", revisions: [1] },
        { tagId: idOf("t1"), reason: "Because of t1", revisions: [] },
      ],
      spent: SPENT,
    },
  ]);
  expect(await at.world.rows("SELECT tag_id FROM conversation_tags WHERE conversation_id = ?", id)).toEqual([{ tag_id: has }]);
  at.models.check();
});

test("an answer about the conversation keeps only quotes that stand in the message they name", async () => {
  const at = await copilotWorld();
  const id = await at.converse("I ordered the blue vase on 3 March, number 2214.");
  await at.reply(id, "It was sent on 5 March.");
  const cite = (message: string, quote: string) => ({ message, quote });
  at.models.answer({
    object: {
      sentences: [
        { text: "It was sent on 5 March.", citations: [cite("m2", "sent on 5 March"), cite("m1", "sent on 5 March")] },
        { text: "It was sent on 7 March.", citations: [cite("m2", "sent on 5 March")] },
        { text: "The order has the number 2214.", citations: [cite("m7", "number 2214")] },
      ],
    },
    ...USAGE,
  });
  const { body } = await at.help(id, "question", { question: "When was it sent?", locale: "en" });
  expect(body).toMatchObject({
    sentences: [
      { cited: [{ revision: 2, quote: "sent on 5 March" }], isProved: true },
      { cited: [{ revision: 2, quote: "sent on 5 March" }], isProved: false },
      { cited: [], isProved: false },
    ],
    spent: SPENT,
  });
  at.models.answer({ object: { sentences: [] } });
  expect((await at.help(id, "question", { question: "Which colour is her house?", locale: "en" })).body).toMatchObject({ sentences: [] });
  expect((await at.help(id, "question", { question: " ", locale: "en" })).status).toBe(400);
});

test("similar conversations are closed ones of this project with the same words, without asking a model", async () => {
  const at = await copilotWorld();
  const closed = async (asked: string, answered: string): Promise<string> => {
    const id = await at.converse(asked, await at.world.visitor());
    await at.reply(id, answered);
    await at.close(id);
    return id;
  };
  const vase = await closed("My vase arrived broken, what can I do?", "We send a **new vase** at once.");
  await closed("Do you ship to Norway?", "Yes.");
  await at.converse("Another broken vase that is open");
  const id = await at.converse("The vases that I ordered arrived broken.");
  const { status, body } = await at.help<{ items: object[] }>(id, "similar");
  expect([status, body]).toMatchObject([
    200,
    {
      items: [
        {
          conversationId: vase,
          asked: "My vase arrived broken, what can I do?",
          answered: "We send a new vase at once.",
          words: ["vases", "arrived", "broken"],
        },
      ],
      searched: 2,
      next: null,
    },
  ]);
  expect(body.items).toHaveLength(1);
  expect([at.models.requests, await at.calls()]).toEqual([[], []]);
  expect((await at.help(id, "similar", { cursor: "x" })).status).toBe(400);
});

const REQUESTS: readonly (readonly [string, object])[] = [
  ["draft", { proved: false }],
  ["rewrite", { text: "Hello", how: "shorter" }],
  ["translate", { text: "Hello" }],
  ["summary", { locale: "en" }],
  ["question", { question: "What?", locale: "en" }],
  ["priority", { locale: "en" }],
  ["tags", { locale: "en" }],
];
const refusals = async (at: CopilotWorld, id: string): Promise<unknown[]> =>
  await Promise.all(REQUESTS.map(async ([what, body]) => (await at.help(id, what, body)).status));

test("without a model each request says what is missing, and so does the state", async () => {
  const none = await copilotWorld({}, null);
  const id = await none.converse("Hello there");
  const { body } = await none.help(id, "rewrite", { text: "Hello", how: "shorter" });
  expect(body).toMatchObject({ code: "not_configured", variables: expect.arrayContaining(["OPENAI_API_KEY", "MODEL_SERVER_URL"]) });
  expect(await refusals(none, id)).toEqual(REQUESTS.map(() => 503));
  expect((await none.world.as(`/api/dashboard/projects/${none.projectId}/copilot`)).body).toMatchObject({
    obstacle: { variables: expect.arrayContaining(["OPENAI_API_KEY"]) },
  });
  const unchosen = await copilotWorld(KEYS, null);
  expect((await unchosen.world.as(`/api/dashboard/projects/${unchosen.projectId}/copilot`)).body).toMatchObject({
    obstacle: { variables: [], message: expect.stringContaining("An owner chooses one") },
  });
  const ready = await copilotWorld();
  expect((await ready.world.as(`/api/dashboard/projects/${ready.projectId}/copilot`)).body).toEqual({ obstacle: null });
});

test("a reached ceiling, the member's limit, and a provider's failure are refused in words", async () => {
  const at = await copilotWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.000001}' });
  const id = await at.converse("Hello there");
  at.models.answer({ fault: "key" }, { object: { other: 1 } }, { text: "Sure! Here it is." });
  const rewrite = () => at.help(id, "rewrite", { text: "Hello", how: "shorter" });
  const failed = await rewrite();
  expect([failed.status, failed.body]).toMatchObject([503, { code: "unavailable", error: expect.stringContaining("OPENAI_API_KEY") }]);
  expect((await rewrite()).body).toMatchObject({ code: "unavailable", error: expect.stringContaining("form that was asked for") });
  const past = await rewrite();
  expect([past.status, past.body["code"]]).toEqual([429, "ai_unavailable"]);
  expect(Number(past.headers.get("retry-after"))).toBeGreaterThan(0);

  const busy = await copilotWorld();
  const [conversation, owner] = [
    await busy.converse("Hello there"),
    (await busy.world.rows<{ account_id: string }>("SELECT account_id FROM memberships WHERE project_id = ?", busy.projectId))[0],
  ];
  const now = busy.world.clock.now();
  const window = Math.floor(now / 3_600_000) * 3_600_000;
  await busy.world.env.DB.prepare("INSERT INTO abuse_counters (key, window, n, expires_at) VALUES (?, ?, 120, ?)")
    .bind(`copilotCallsPerMemberHour:${busy.projectId}:${owner?.account_id}`, window, window + 3_600_000)
    .run();
  const limited = await busy.help(conversation, "rewrite", { text: "Hello", how: "shorter" });
  expect([limited.status, limited.body["limit"]]).toEqual([429, "copilotCallsPerMemberHour"]);
  expect(busy.models.requests).toEqual([]);
});

test("another project's conversation is answered like a missing one, and an empty one is refused", async () => {
  const [at, other] = [await copilotWorld(), await copilotWorld()];
  const foreign = await other.converse("Hello there");
  expect(await refusals(at, foreign)).toEqual(REQUESTS.map(() => 404));
  expect((await at.help(foreign, "similar")).status).toBe(404);
  expect([at.models.requests, other.models.requests]).toEqual([[], []]);
});
