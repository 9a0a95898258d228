// Data for the stories of grading.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";
import type { EvaluationItem, EvaluationRun } from "#modules/evaluation/contract";

export const runOf = (n: number, change: Partial<EvaluationRun> = {}): EvaluationRun => ({
  ...{
    id: fixtureId("evr", n) as EvaluationRun["id"],
    setId: fixtureId("qst", 1) as EvaluationRun["setId"],
    setName: "Returns and refunds",
  },
  ...{ setVersion: 4, model: "openai/gpt-5-mini", guidanceVersion: 3, configHash: "0".repeat(64), budgetUsd: 1, raised: false },
  ...{ state: "done", reason: null, detail: null, wanted: 12, passed: 10, failed: 2, needsReview: 0, costUsd: 0.0131 },
  ...{ origin: "member", startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z", endedAt: "2026-11-20T10:02:00.000Z", ...change },
});
export const itemOf = (place: number, change: Partial<EvaluationItem> = {}): EvaluationItem => ({
  place,
  question: {
    ...{ id: fixtureId("qsq", place) as EvaluationItem["question"]["id"], question: "How long do I have to return a parcel?" },
    ...{ topic: "Returns", locale: "en", channel: "widget", asker: "everybody", outcome: "answer", facts: ["30 days"] },
    ...{ forbidden: [], sources: [], origin: "hand", conversationId: null, erased: false },
  },
  ...{ state: "passed", outcome: "answered", reason: null, faults: [] },
  transcript: {
    sentences: [
      {
        text: "You can return a parcel within 30 days of delivery.",
        citations: [{ source: "p1", quote: "return a parcel within 30 days" }],
        faults: [],
      },
    ],
    ...{ asksBack: null, explanation: null },
    sources: [{ id: "p1", title: "Returning a parcel", heading: "How long", url: "https://help.acme.example/returns", text: "" }],
  },
  ...{ costUsd: 0.0011, took: 1840, ...change },
});
