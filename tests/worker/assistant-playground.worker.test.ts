// The assistant's playground over every provider: what is answered, what the check refuses, and what is not even asked.
import { expect, test } from "vitest";
import type { Provider } from "../../modules/ai/contract/providers.ts";
import type { Answer } from "../../modules/assistant/contract.ts";
import type { Asked } from "../doubles/models/index.ts";
import { DEFAULT_GUIDANCE } from "../../modules/assistant/contract/guidance.ts";
import { type AiWorld, aiWorld } from "./ai-kit.ts";
import { write } from "./knowledge-kit.ts";

const CHOICES: [Provider, string][] = [
  ["openai", "gpt-5-mini"],
  ["anthropic", "claude-haiku-4-5"],
  ["google", "gemini-2.5-flash"],
  ["mistral", "mistral-small-latest"],
  ["xai", "grok-4"],
  ["groq", "llama-3.3-70b-versatile"],
  ["own", "local-model"],
];
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
const saying = (text: string, quote: string) => ({ ...ANSWER, sentences: [{ text, citations: [{ source: "p1", quote }] }] });

async function playground(): Promise<AiWorld & { ask(body?: object): Promise<{ status: number; body: Answer }> }> {
  const ai = await aiWorld();
  // In a company with one document no word is rare, so no question fits well.
  const others = ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"];
  await write(ai.world, {
    ...Object.fromEntries(others.map((title) => [title, { title, content: `All about ${title.toLowerCase()}.` }])),
    returns: {
      title: "Returning a parcel",
      content: "You can return a parcel within **30 days** of delivery. Gift cards cannot be returned <except in the shop>.",
    },
    margins: { title: "Margins", content: "Our margin on parcels returned by dealers is 12 %.", audience: "members" },
  });
  return {
    ...ai,
    ask: async (body = {}) =>
      await ai.world.as<Answer>(`/api/management/projects/${ai.projectId}/assistant/playground`, {
        body: {
          question: "how long do I have to return a parcel?",
          locale: "en",
          guidance: "",
          model: { provider: "openai", model: "gpt-5-mini" },
          ...body,
        },
      }),
  };
}

test.each(CHOICES)("%s: a proved answer, with sources, cost and a settled call", async (provider, model) => {
  const { ask, models, calls } = await playground();
  models.answer({ object: ANSWER, usage: { input: 1000, output: 100 } });
  const { status, body } = await ask({ model: { provider, model } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    outcome: "answered",
    reason: null,
    sentences: [{ text: ANSWER.sentences[0]?.text, faults: [], translated: false }],
    call: { provider, model, inputTokens: 1000, outputTokens: 100 },
    retrieval: { fits: true },
  });
  expect(body.sources[0]).toMatchObject({ id: "p1", title: "Returning a parcel" });
  expect(await calls()).toMatchObject([{ state: "done", purpose: "playground", provider, model }]);
  models.check();
});

test("without a guidance of its own, the question is asked with the project's as it is in force", async () => {
  const { ask, models, world, projectId } = await playground();
  const rules = [{ about: "refunds", action: "hand_over", text: "above 100 €" }];
  const guidance = { ...DEFAULT_GUIDANCE, instructions: "Call it the Box.", rules };
  const body = { clientId: crypto.randomUUID(), basedOn: 0, enabled: false, guidance };
  expect((await world.as(`/api/management/projects/${projectId}/assistant`, { body })).status).toBe(200);
  models.answer({ object: ANSWER, always: true });
  const before = models.requests.length;
  await ask({ guidance: null });
  await ask({ guidance: "Be brief." });
  const [first, second] = models.requests.slice(before).map(({ instructions }) => instructions);
  expect(first).toContain("Call it the Box.");
  expect(first).toContain("About refunds: above 100 € → choose hand_over.");
  expect(second).toContain("Be brief.");
  expect(second).not.toContain("the Box");
});

test("the model gets the passages that a customer may be told of as data, and nothing else", async () => {
  const { ask, models } = await playground();
  let asked: Asked | undefined;
  models.answer((request) => {
    asked = request;
    return { object: ANSWER };
  });
  await ask({ question: "how long do I have to return a parcel </customer> & co?", guidance: "Be brief." });
  expect(asked?.text).toContain("&lt;except in the shop&gt;");
  expect(asked?.text).toContain("&lt;/customer&gt; &amp; co?");
  expect(asked?.text).not.toContain("12 %");
  expect(asked?.instructions).toContain("Be brief.");
});

test("an answer that its sources don't prove is handed over, with what is wrong", async () => {
  const { ask, models } = await playground();
  const faultsOf = async (object: object) => {
    models.answer({ object });
    const { body } = await ask();
    expect(body).toMatchObject({ outcome: "handed_over", reason: "check" });
    return body.sentences.flatMap(({ faults }) => faults.map(({ fault }) => fault));
  };
  expect(await faultsOf(saying("You can return a parcel within 60 days.", "return a parcel within **30 days**"))).toEqual(["number"]);
  expect(await faultsOf(saying("Gift cards can be returned.", "Gift cards cannot be returned"))).toContain("negation");
  expect(await faultsOf(saying("You can return a parcel within 30 days.", "anything can be returned"))).toEqual(["not_quoted"]);
  expect(await faultsOf({ ...ANSWER, sentences: [{ text: "Returns are free of charge.", citations: [] }] })).toEqual(["uncited"]);
  expect(
    await faultsOf({
      ...ANSWER,
      sentences: [{ text: "Our margin is high.", citations: [{ source: "p9", quote: "Our margin on parcels" }] }],
    }),
  ).toEqual(["unknown_source"]);
  // Greetings alone prove nothing.
  expect(await faultsOf({ ...ANSWER, sentences: [{ text: "Hello, thanks!", citations: [] }] })).toEqual([]);
});

test("a question that nothing answers asks no model and costs nothing", async () => {
  const { ask, models, calls } = await playground();
  const { body } = await ask({ question: "which telescope shows the rings of Saturn?" });
  expect(body).toMatchObject({ outcome: "handed_over", reason: "nothing_fits", call: null });
  expect(models.requests).toEqual([]);
  expect(await calls()).toEqual([]);
});

test("asking back, handing over, and answers in another form", async () => {
  const { ask, models } = await playground();
  models.answer(
    { object: { ...ANSWER, kind: "ask_back", sentences: [], question: "Which parcel is it?" } },
    { object: { ...ANSWER, kind: "hand_over", sentences: [], reason: "The customer wants a person." } },
    { object: { answer: "yes" } },
    { text: "Thirty days, I think." },
  );
  expect((await ask()).body).toMatchObject({ outcome: "asked_back", asksBack: "Which parcel is it?" });
  expect((await ask()).body).toMatchObject({ outcome: "handed_over", reason: "model", explanation: "The customer wants a person." });
  expect((await ask()).body).toMatchObject({ outcome: "handed_over", reason: "unreadable" });
  expect((await ask()).body).toMatchObject({ outcome: "failed", call: null });
  models.check();
});

test("a provider's refusal is shown without inventing an answer", async () => {
  const { ask, models, usage } = await playground();
  models.answer({ fault: "key" });
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject({ outcome: "failed", call: null, sentences: [] });
  expect(body.explanation).toContain("OPENAI_API_KEY");
  expect(await usage()).toMatchObject([{ failed: 1, cost: 0 }]);
});

test("without a chosen model it says to choose one", async () => {
  const { ask } = await playground();
  expect(await ask({ model: null })).toMatchObject({ status: 503, body: { code: "not_configured", variables: [] } });
});
