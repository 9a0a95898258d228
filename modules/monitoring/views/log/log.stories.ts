// Stories of the log of monitoring, for the browser suite.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { CEILING, ENTRIES, entry, NOT_CONFIGURED, rule, state } from "../monitoring.fixtures.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/monitoring`;
  const page = (items: readonly object[], next: string | null = null) => answer({ items, next });
  const ready = { ...frame(), listMonitoringRules: answer(state()), listMonitoringLog: page(ENTRIES, "next") };
  const none = { ...frame(), listMonitoringRules: answer(state({ rules: [], cost: null })), listMonitoringLog: page([]) };
  const word = "Donaudampfschifffahrtsgesellschaftskapitän";
  return [
    { name: "log", path, answers: ready },
    { name: "log for an operator", path, answers: { ...ready, ...frame("operator") } },
    { name: "nothing watched", path, answers: none },
    { name: "nothing watched, operator", path, answers: { ...none, ...frame("operator") } },
    { name: "nothing noticed", path, answers: { ...ready, listMonitoringLog: page([]) } },
    { name: "no open matches", path, act: "click:Open", answers: { ...ready, listMonitoringLog: page([]) } },
    {
      name: "not judged",
      path,
      act: "click:Not judged",
      answers: { ...ready, listMonitoringLog: page(ENTRIES.filter(({ kind }) => kind === "skipped")) },
    },
    {
      name: "rated",
      path,
      act: "click:Right: Amara Okafor",
      answers: { ...ready, rateMatch: answer({ entry: entry(1, { verdict: "up" }) }) },
    },
    {
      name: "resolving refused",
      path,
      act: "click:Resolve: Amara Okafor",
      answers: { ...ready, resolveMatch: refusal(409, "conflict", "This match is resolved already.") },
    },
    { name: "no model", path, answers: { ...ready, listMonitoringRules: answer(state({ problem: NOT_CONFIGURED, cost: null })) } },
    { name: "ceiling reached", path, answers: { ...ready, listMonitoringRules: answer(state({ problem: CEILING })) } },
    { name: "log loading", path, answers: { ...ready, listMonitoringRules: "hang", listMonitoringLog: "hang" } },
    { name: "log not read", path, answers: { ...ready, listMonitoringRules: DOWN, listMonitoringLog: DOWN } },
    { name: "log offline", path, answers: { ...ready, listMonitoringRules: "offline", listMonitoringLog: "offline" } },
    {
      name: "log, long texts",
      path,
      answers: {
        ...ready,
        listMonitoringRules: answer(state({ rules: [rule(1, LONG.slice(0, 80), "frustration", {}, [1200, 480, 20])] })),
        listMonitoringLog: page([
          entry(1, {
            contactName: LONG,
            rule: { ...(entry(1).rule as NonNullable<ReturnType<typeof entry>["rule"]>), name: LONG.slice(0, 80) },
            quote: `${word} ${word}${word} ${LONG} ${LONG}`.slice(0, 300),
            reason: `${LONG} ${LONG}`.slice(0, 200),
          }),
        ]),
      },
    },
  ];
}
export const logStories = /* @__PURE__ */ (() => declare())();
