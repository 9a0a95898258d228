// Stories of the settings page of monitoring, for the browser suite.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { CEILING, FINDINGS, NOT_CONFIGURED, PRICE, RULES, rule, run, state } from "../monitoring.fixtures.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/monitoring`;
  const runs = (...items: object[]) => answer({ items, next: null });
  const ready = { ...frame(), listMonitoringRules: answer(state()), listDryRuns: runs(), estimateDryRun: answer(PRICE) };
  const withRun = (one: ReturnType<typeof run>, findings: readonly object[] = FINDINGS) => ({
    ...ready,
    listDryRuns: runs(one),
    readDryRun: answer({ run: one, findings }),
  });
  return [
    { name: "rules", path, answers: ready },
    { name: "no rules", path, answers: { ...ready, listMonitoringRules: answer(state({ rules: [], cost: null })) } },
    { name: "rules, no model", path, answers: { ...ready, listMonitoringRules: answer(state({ problem: NOT_CONFIGURED, cost: null })) } },
    { name: "rules, ceiling reached", path, answers: { ...ready, listMonitoringRules: answer(state({ problem: CEILING })) } },
    {
      name: "rules, own server",
      path,
      answers: {
        ...ready,
        listMonitoringRules: answer(state({ cost: { provider: "own", model: "qwen3:8b", per1000Usd: 0, source: "own" } })),
      },
    },
    { name: "kinds of rules", path, act: "click:New rule", answers: ready },
    { name: "new ready rule", path, act: "click:New rule;click:Safety report", answers: ready },
    { name: "new topic", path, act: "click:New rule;click:Your own topic", answers: ready },
    { name: "new rule about waiting", path, act: "click:New rule;click:Waiting too long", answers: ready },
    { name: "edit a rule", path, act: "click:Edit Customers about to leave", answers: ready },
    {
      name: "rule refused",
      path,
      act: "click:New rule;click:Your own topic;click:Create rule",
      answers: {
        ...ready,
        createMonitoringRule: {
          status: 400,
          body: {
            code: "invalid_request",
            error: "Please say what it is called.",
            issues: [
              { path: "rule.name", message: "Please enter at least one character." },
              { path: "rule.looksFor", message: "Say in your own words what to look for." },
            ],
          },
        },
      },
    },
    {
      name: "too many rules",
      path,
      act: "click:New rule;click:Safety report;click:Create rule",
      answers: { ...ready, createMonitoringRule: refusal(409, "conflict", "A project has at most 20 rules. Delete one first.") },
    },
    { name: "delete a rule", path, act: "click:Delete Legal threats", answers: ready },
    { name: "switched off", path, act: "click:On: Legal threats", answers: { ...ready, changeMonitoringRule: answer({ rule: RULES[0] }) } },
    { name: "price of a dry run", path, act: "click:Show the price", answers: ready },
    {
      name: "dry run got dearer",
      path,
      act: "click:Show the price;click:Start",
      answers: {
        ...ready,
        startDryRun: refusal(409, "conflict", "This costs more than it did when the price was shown. Look at the new price."),
      },
    },
    {
      name: "nothing to try",
      path,
      act: "click:Show the price",
      answers: { ...ready, estimateDryRun: refusal(409, "conflict", "No customer wrote anything in this period. Choose another one.") },
    },
    { name: "dry run runs", path, answers: withRun(run()) },
    { name: "dry run paused by the ceiling", path, answers: withRun(run({ state: "paused", why: "ceiling" })) },
    { name: "dry run done", path, answers: withRun(run({ state: "done", judged: 48, failed: 2, costUsd: 0.0188 })) },
    { name: "dry run without a match", path, answers: withRun(run({ state: "done", judged: 50, costUsd: 0.0188 }), []) },
    { name: "rules loading", path, answers: { ...ready, listMonitoringRules: "hang", listDryRuns: "hang" } },
    { name: "rules not read", path, answers: { ...ready, listMonitoringRules: DOWN, listDryRuns: DOWN } },
    {
      name: "dry run that could judge nothing",
      path,
      answers: withRun(run({ state: "done", judged: 0, failed: 50, costUsd: 0.0188 }), []),
    },
    { name: "dry run whose starter left", path, answers: withRun(run({ state: "cancelled", why: "left" })) },
    { name: "dry runs not read", path, answers: { ...ready, listDryRuns: DOWN } },
    { name: "rules offline", path, answers: { ...ready, listMonitoringRules: "offline", listDryRuns: "offline" } },
    { name: "rules, no permission", path, answers: frame("operator") },
    {
      name: "rules, long texts",
      path,
      answers: {
        ...ready,
        listMonitoringRules: answer(
          state({
            rules: [
              rule(1, LONG.slice(0, 80), "topic", {
                looksFor: `${LONG} ${LONG} Donaudampfschifffahrtsgesellschaftskapitänsmütze${"x".repeat(80)}`,
              }),
            ],
          }),
        ),
      },
    },
  ];
}
export const ruleStories = /* @__PURE__ */ (() => declare())();
