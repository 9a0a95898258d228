// Stories of promotion, for the browser suite.
import { answer, fixtureId, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Promotion, Promotions } from "../contract.ts";

const promotionOf = (n: number, change: Partial<Promotion> = {}): Promotion => ({
  ...{ id: fixtureId("prm", n) as Promotion["id"], kind: "promotion", state: "done", share: 100, worse: 2, by: "Olga Owner" },
  ...{ runId: fixtureId("evr", 1) as Promotion["runId"], comparedRunId: fixtureId("evr", 2) as Promotion["comparedRunId"] },
  from: { model: "openai/gpt-5-mini", guidanceVersion: 3 },
  to: { model: "anthropic/claude-haiku-4-5", guidanceVersion: 4 },
  ...{ at: "2026-11-20T10:00:00.000Z", endedAt: "2026-11-20T10:00:00.000Z", ...change },
});
// One function, so that production builds can drop everything in it.
function declarePromotions(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/promotions`;
  const rolling = promotionOf(4, { state: "rolling", share: 20, endedAt: null });
  const back = promotionOf(2, {
    ...{ kind: "rollback", runId: null, comparedRunId: null, worse: 0 },
    ...{ from: promotionOf(1).to, to: promotionOf(1).from },
  });
  const data: Promotions = {
    present: { model: "anthropic/claude-haiku-4-5", guidanceVersion: 6 },
    ...{ rolling: null, rollback: fixtureId("prm", 3) as Promotion["id"] },
    items: [promotionOf(3), back, promotionOf(1, { state: "stopped", share: 50, worse: 0, by: null })],
  };
  const outcomes = [
    { side: "candidate", sent: 38, handedOver: 9, failed: 1, other: 4 },
    { side: "previous", sent: 151, handedOver: 31, failed: 0, other: 12 },
  ] as const;
  const going = { promotion: rolling, outcomes: [...outcomes], stale: false };
  const filled = { ...frame(), readPromotions: answer(data) };
  const whileRolling = (change: Partial<typeof going> = {}) =>
    answer({ ...data, rolling: { ...going, ...change }, rollback: null, items: [rolling, ...data.items] });
  return [
    { name: "in force", path, answers: filled },
    { name: "rolling out", path, answers: { ...filled, readPromotions: whileRolling() } },
    { name: "changed meanwhile", path, answers: { ...filled, readPromotions: whileRolling({ stale: true }) } },
    {
      name: "empty",
      path,
      answers: {
        ...filled,
        readPromotions: answer({ present: { model: null, guidanceVersion: 0 }, rolling: null, rollback: null, items: [] }),
      },
    },
    { name: "roll back", path, answers: filled, act: "click:Roll back;see:Roll back the last promotion?" },
    { name: "operator", path, answers: { ...filled, readPromotions: whileRolling(), ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readPromotions: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, readPromotions: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
  ];
}
export const promotionsStories = /* @__PURE__ */ (() => declarePromotions())();
