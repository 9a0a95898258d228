// Stories of the playground.
import { answer, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ModelSettings } from "#modules/ai/contract";
import type { Answer } from "../../contract.ts";
import { SETTINGS as ASSISTANT } from "../assistant.fixtures.ts";

const SETTINGS: ModelSettings = {
  chosen: { reply: { provider: "openai", model: "gpt-5-mini" }, assist: null, context: null },
  contextDefault: null,
  providers: [
    {
      provider: "openai",
      missing: [],
      ownAddress: false,
      models: [{ model: "gpt-5-mini", context: 400_000, input: 0.25, output: 2, tools: true, images: true }],
    },
  ],
  tests: [],
  pricesFrom: "2026-11-20",
};
const SOURCES: Answer["sources"] = [
  {
    id: "p1",
    documentId: "kdoc_01kb00000000000000000001" as Answer["sources"][number]["documentId"],
    title: "Returns and refunds",
    heading: "How long you have",
    url: "https://help.acme.example/returns",
    locale: "en",
    audience: "public",
    text: "You can return an item within **30 days** of delivery. Gift cards cannot be returned.",
    confidence: 0.82,
  },
  {
    id: "p2",
    documentId: "kdoc_01kb00000000000000000002" as Answer["sources"][number]["documentId"],
    title: "Rückgabe",
    heading: "",
    url: null,
    locale: "de",
    audience: "told",
    text: "Sie können Artikel innerhalb von 14 Tagen im Laden umtauschen.",
    confidence: 0.41,
  },
];
const ANSWERED: Answer = {
  outcome: "answered",
  reason: null,
  sentences: [
    {
      text: "You can return an item within 30 days of delivery.",
      citations: [{ source: "p1", quote: "return an item within 30 days of delivery" }],
      faults: [],
      translated: false,
    },
    {
      text: "In the shop you can exchange it within 14 days.",
      citations: [{ source: "p2", quote: "innerhalb von 14 Tagen im Laden umtauschen" }],
      faults: [],
      translated: true,
    },
  ],
  asksBack: null,
  explanation: null,
  sources: SOURCES,
  retrieval: { took: 42, fits: true, confidence: 0.82, semantic: "off", readAs: null },
  call: {
    provider: "openai",
    model: "gpt-5-mini",
    took: 1840,
    inputTokens: 912,
    outputTokens: 143,
    costUsd: 0.000514,
    priceSource: "list",
  },
};

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/playground`;
  const ready = { ...frame(), readModelSettings: answer(SETTINGS), readAssistant: answer(ASSISTANT) };
  const asked = (name: string, said: Partial<Answer>): ScreenState => ({
    name,
    path,
    answers: { ...ready, askPlayground: answer({ ...ANSWERED, ...said }) },
    act: "fill:Question=How long do I have to return a parcel?;click:Ask",
  });
  return [
    { name: "nothing asked yet", path, answers: ready },
    {
      name: "no model chosen",
      path,
      answers: {
        ...ready,
        readModelSettings: answer({ ...SETTINGS, chosen: { reply: null, assist: null, context: null }, providers: [] }),
      },
    },
    asked("answered", {}),
    asked("refused by the check", {
      outcome: "handed_over",
      reason: "check",
      sentences: [
        {
          text: "You can return an item within 60 days of delivery.",
          citations: [{ source: "p1", quote: "return an item within 30 days of delivery" }],
          faults: [{ fault: "number", detail: "60" }],
          translated: false,
        },
      ],
    }),
    asked("nothing fits", {
      outcome: "handed_over",
      reason: "nothing_fits",
      sentences: [],
      sources: SOURCES.slice(1),
      call: null,
      retrieval: { took: 31, fits: false, confidence: 0.21, semantic: "down", readAs: "return parcel" },
    }),
    asked("asks back", { outcome: "asked_back", sentences: [], asksBack: "Did you buy it in the shop or online?" }),
    asked("the provider failed", {
      outcome: "failed",
      sentences: [],
      call: null,
      explanation: "OpenAI is overloaded at the moment (status 503). Try again in a minute.",
    }),
    {
      name: "two configurations",
      path,
      answers: { ...ready, askPlayground: answer(ANSWERED) },
      act: "click:Compare two configurations;fill:Question=How long do I have to return a parcel?;click:Ask",
    },
    {
      name: "ceiling reached",
      path,
      answers: { ...ready, askPlayground: refusal(429, "ai_unavailable", "The assistant is not available at the moment.") },
      act: "fill:Question=How long do I have to return a parcel?;click:Ask",
    },
    { name: "asking", path, answers: { ...ready, askPlayground: "hang" }, act: "fill:Question=How long?;click:Ask" },
    asked("long text", {
      sentences: [
        { ...(ANSWERED.sentences[0] as Answer["sentences"][number]), text: `${"Unusuallylongword".repeat(20)} ${"and on ".repeat(60)}` },
      ],
    }),
    { name: "loading", path, answers: { ...ready, readModelSettings: "hang" } },
    {
      name: "not read",
      path,
      answers: { ...ready, readModelSettings: refusal(503, "unavailable", "The database could not be reached.") },
    },
    {
      name: "no permission",
      path,
      answers: {
        ...ready,
        ...frame("operator"),
        readModelSettings: refusal(403, "forbidden", "Only owners and admins can use the playground."),
      },
    },
  ];
}

export const playgroundStories = /* @__PURE__ */ (() => declare())();
