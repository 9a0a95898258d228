// Stories of a round's trace.
import { answer, frame, LONG, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { DECLINED, QUESTION, REFUSED, round, SOURCES, TRACE, tracePath } from "../assistant.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const read = (name: string, body: object): ScreenState => ({
    name,
    path: tracePath,
    answers: { ...frame(), readRound: answer({ round: round(), question: QUESTION, trace: TRACE, ...body }) },
  });
  return [
    read("answered", {}),
    read("refused by the check", { round: round({ state: "handed_over", reason: "check" }), trace: REFUSED }),
    read("nothing fits", { round: round({ state: "handed_over", reason: "nothing_fits", model: null, costUsd: 0 }), trace: DECLINED }),
    read("asks back", {
      round: round({ state: "asked_back", explicit: true, attempts: 2 }),
      trace: { ...TRACE, sentences: [], asksBack: "Did you buy it in the shop or online?" },
    }),
    read("failed", {
      round: round({ state: "failed", reason: "provider" }),
      trace: { ...TRACE, sentences: [], call: null, explanation: "OpenAI is overloaded at the moment (status 503)." },
    }),
    read("with a tool", {
      trace: { ...TRACE, tools: [{ name: "order_state", input: '{"order":"A-1001"}', outcome: "Told: sent on Monday", took: 310 }] },
    }),
    read("nothing kept", {
      round: round({ state: "stopped", reason: "taken", model: null, guidanceVersion: 0 }),
      question: null,
      trace: null,
    }),
    read("with a summary", { trace: { ...TRACE, summary: "The customer bought two mugs in May and asked about a broken one." } }),
    read("closed as solved", {
      round: round({ state: "skipped", reason: "confirmed", model: null, costUsd: 0 }),
      question: null,
      trace: null,
    }),
    read("long text", {
      question: `${"Unusuallylongword".repeat(20)} ${LONG}`,
      trace: {
        ...TRACE,
        instructions: "Unusuallylongword".repeat(60),
        sources: [{ ...SOURCES[0], title: LONG.repeat(2), text: "Unusuallylongword ".repeat(120) }],
      },
    }),
    { name: "loading", path: tracePath, answers: { ...frame(), readRound: "hang" } },
    {
      name: "not read",
      path: tracePath,
      answers: { ...frame(), readRound: refusal(503, "unavailable", "The database could not be reached.") },
    },
    { name: "offline", path: tracePath, answers: { ...frame(), readRound: "offline" } },
    { name: "not found", path: tracePath, answers: { ...frame(), readRound: refusal(404, "not_found", "There is no such attempt.") } },
    {
      name: "no permission",
      path: tracePath,
      answers: { ...frame("operator"), readRound: refusal(403, "forbidden", "You are no longer a member of this project.") },
    },
  ];
}
export const traceStories = /* @__PURE__ */ (() => declare())();
