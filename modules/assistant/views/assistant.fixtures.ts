// Made-up rounds, sources and guidance for the stories.
import { fixtureId, LONG, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { AnswerSource, AssistantSettings, Guidance, Round, Trace } from "../contract.ts";
import { DEFAULT_GUIDANCE } from "../contract.ts";

const AT = "2026-11-20T10:02:00.000Z";
export const CONVERSATION = fixtureId("cnv", 1);
export const ROUND = fixtureId("rnd", 1);
export const tracePath = `/projects/${PROJECT_ID}/assistant/rounds/${ROUND}`;
export const QUESTION = "How long do I have to return a parcel?";

export const SOURCES: AnswerSource[] = [
  {
    id: "p1",
    documentId: fixtureId("kdoc", 1) as AnswerSource["documentId"],
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
    documentId: fixtureId("kdoc", 2) as AnswerSource["documentId"],
    title: "Rückgabe",
    heading: "",
    url: null,
    locale: "de",
    audience: "told",
    text: "Sie können Artikel innerhalb von 14 Tagen im Laden umtauschen.",
    confidence: 0.41,
  },
];
const INSTRUCTIONS =
  "You answer a customer of a company, from the company's passages only.\n\nWrite in English, in short and plain sentences, without Markdown.";
export const TRACE: Trace = {
  instructions: INSTRUCTIONS,
  sources: SOURCES,
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
  retrieval: { took: 42, fits: true, confidence: 0.82, semantic: "off", readAs: null },
  call: { took: 1840, inputTokens: 912, outputTokens: 143, costUsd: 0.000514, request: "req_8f2c41d0b7" },
  tools: [],
};
export const REFUSED: Trace = {
  ...TRACE,
  sentences: [
    {
      text: "You can return an item within 60 days of delivery.",
      citations: [{ source: "p1", quote: "return an item within 30 days of delivery" }],
      faults: [{ fault: "number", detail: "60" }],
      translated: false,
    },
  ],
};
export const DECLINED: Trace = {
  ...TRACE,
  sentences: [],
  sources: SOURCES.slice(1),
  call: null,
  instructions: "",
  retrieval: { took: 31, fits: false, confidence: 0.21, semantic: "down", readAs: "return parcel" },
};
export const round = (change: Partial<Round> = {}): Round => ({
  id: ROUND as Round["id"],
  conversationId: CONVERSATION as Round["conversationId"],
  state: "sent",
  reason: null,
  explicit: false,
  attempts: 1,
  guidanceVersion: 4,
  locale: "en",
  model: "openai/gpt-5-mini",
  costUsd: 0.000514,
  createdAt: AT,
  endedAt: "2026-11-20T10:02:03.000Z",
  messageId: fixtureId("msg", 2) as Round["messageId"],
  ...change,
});

export const GUIDANCE: Guidance = {
  ...DEFAULT_GUIDANCE,
  languages: ["en", "de"],
  share: 40,
  greeting: "Ask anything about your order.",
  tone: "friendly",
  instructions: "Call our product “the Box”.",
  rules: [
    { about: "refunds", action: "hand_over", text: "Above 100 €." },
    { about: "opening hours", action: "say", text: "Name the shop in Berlin first." },
  ],
  forbidden: ["lawsuit"],
  handOverWords: ["complaint", "data protection"],
};
export const SETTINGS: AssistantSettings = {
  enabled: true,
  version: 4,
  guidance: GUIDANCE,
  savedAt: AT,
  savedBy: "Mia Sol",
  obstacle: null,
};
export const LONG_GUIDANCE: Guidance = {
  ...GUIDANCE,
  instructions: `${"Unusuallylongword".repeat(20)} ${LONG} `.repeat(4),
  rules: [{ about: LONG.repeat(2), action: "say", text: "Unusuallylongword".repeat(25) }],
  forbidden: ["Unusuallylongword".repeat(4)],
};
