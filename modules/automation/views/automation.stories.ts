// Stories of automation rules and their log, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-19T15:20:00.000Z";
const HIGH = { action: "priority", value: { priority: "high" } };
const CLOSE = { action: "status", value: { status: "closed", hours: null } };
const rule = (n: number, name: string, more: object = {}) => ({
  ...{
    id: fixtureId("atr", n),
    name,
    enabled: true,
    trigger: "customer_message",
    minutes: null,
    outcomes: [],
    words: [],
    conditions: [],
    steps: [HIGH],
  },
  ...{ note: "", revision: 1, runs: 0, lastRunAt: null, ...more },
});
const RULES = [
  rule(1, "Refunds are urgent", {
    ...{ words: ["refund", "money back"], runs: 42, lastRunAt: AT },
    conditions: [{ field: "channel", is: "any", values: ["email"] }],
  }),
  rule(2, "Nobody waits for an hour", { trigger: "waiting", minutes: 60, note: "Please have a look.", runs: 1, lastRunAt: AT }),
  rule(3, "Bounces", { enabled: false, steps: [CLOSE] }),
  rule(4, "Outside of business hours", {
    ...{ trigger: "assistant_outcome", outcomes: ["declined", "handed_over"] },
    steps: [
      { action: "reply", value: { text: "Hello {{contact.first_name|there}}, we are back on Monday at nine." } },
      { action: "notify", value: { assignee: true, members: [], teams: [] } },
      { action: "webhook", value: { webhookId: fixtureId("whk", 1) } },
    ],
  }),
];
const WEBHOOKS = [
  {
    ...{ id: fixtureId("whk", 1), url: "https://crm.example.com/desk/events", description: "CRM", revision: 1, state: "on", stopped: null },
    ...{ events: ["automation.triggered"], failingSince: null, deliveredAt: null, bothSecretsUntil: null, createdAt: AT },
  },
];
const run = (n: number, more: object = {}) => ({
  ...{ id: fixtureId("atn", n), ruleId: fixtureId("atr", 1), ruleName: "Refunds are urgent", conversationId: fixtureId("cnv", n) },
  ...{ trigger: "customer_message", state: "done", steps: [{ ...HIGH, outcome: "changes" }], note: null, at: AT, ...more },
});

// One function, so that production builds can drop everything in it.
function declareRules(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/automation`;
  const ready = {
    ...frame(),
    listAutomationRules: answer({ items: RULES }),
    listWebhooks: answer({ items: WEBHOOKS, next: null, missing: [] }),
  };
  const unavailable = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  const long = rule(9, LONG, { words: [LONG.slice(0, 60)], note: `${LONG} `.repeat(8), runs: 12_345, lastRunAt: AT });
  const NEW = "click:New rule;see:It acts on what happens";
  const tried = (met: number) =>
    answer({
      ...{ lookedAt: 240, met },
      items: Array.from({ length: Math.min(met, 3) }, (_, n) => ({
        ...{
          conversationId: fixtureId("cnv", n),
          contactName: n === 0 ? null : "Amara Okafor",
          preview: "I want my money back",
          lastActivityAt: AT,
        },
        steps: [{ ...HIGH, outcome: n === 1 ? "same" : "changes" }],
      })),
    });
  const TRY = "click:Edit Refunds are urgent;see:Edit rule;click:Dry run";
  return [
    { name: "rules", path, answers: ready },
    { name: "no rules", path, answers: { ...ready, listAutomationRules: answer({ items: [] }) } },
    { name: "loading", path, answers: { ...ready, listAutomationRules: "hang" } },
    { name: "error", path, answers: { ...ready, listAutomationRules: unavailable } },
    { name: "offline", path, answers: { ...ready, listAutomationRules: "offline" } },
    { name: "an operator", path, answers: { ...frame("operator"), listAutomationRules: answer({ items: RULES }) } },
    { name: "an operator, none", path, answers: { ...frame("operator"), listAutomationRules: answer({ items: [] }) } },
    { name: "long text", path, answers: { ...ready, listAutomationRules: answer({ items: [long, ...RULES] }) } },
    { name: "new rule", path, act: NEW, answers: ready },
    { name: "edit actions", path, act: "click:Edit Outside of business hours;see:Edit rule", answers: ready },
    { name: "edit", path, act: "click:Edit Nobody waits for an hour;see:Edit rule", answers: ready },
    { name: "dry run", path, act: `${TRY};see:of the newest 240`, answers: { ...ready, tryAutomationRule: tried(17) } },
    { name: "dry run, none", path, act: `${TRY};see:None of the newest`, answers: { ...ready, tryAutomationRule: tried(0) } },
    { name: "dry run refused", path, act: `${TRY};see:could not be reached`, answers: { ...ready, tryAutomationRule: unavailable } },
    {
      name: "refused",
      path,
      act: `${NEW};fill:Name=Nothing;click:Create rule;see:this rule would do nothing`,
      answers: {
        ...ready,
        createAutomationRule: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Please check what you entered." },
            issues: [{ path: "rule.steps", message: "Add an action or a note: this rule would do nothing." }],
          },
        },
      },
    },
    { name: "deleting", path, act: "click:Delete Bounces;see:It stops at once", answers: ready },
  ];
}
export const rulesStories = /* @__PURE__ */ (() => declareRules())();

function declareLog(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/automation/log`;
  const runs = [
    run(1),
    run(2, {
      steps: [
        { ...HIGH, outcome: "same" },
        { ...CLOSE, outcome: "impossible" },
      ],
      note: "changes",
    }),
    run(3, { steps: [{ ...CLOSE, outcome: "automatic" }], note: "automatic", trigger: "created" }),
    run(4, { state: "held", steps: [] }),
    run(5, { state: "running", steps: [] }),
    run(6, {
      ...{ ruleName: "Outside of business hours", trigger: "assistant_outcome" },
      steps: (RULES[3]?.steps ?? []).map((step, n) => ({ ...step, outcome: ["held", "changes", "impossible"][n] })),
    }),
    run(7, { steps: [{ action: "reply", value: { text: "We are back on Monday." }, outcome: "not_sent" }] }),
  ];
  const ready = {
    ...frame(),
    listAutomationRules: answer({ items: RULES }),
    listWebhooks: answer({ items: WEBHOOKS, next: null, missing: [] }),
    listAutomationRuns: answer({ items: runs, next: "more" }),
  };
  return [
    { name: "log", path, answers: ready },
    { name: "no runs", path, answers: { ...ready, listAutomationRuns: answer({ items: [], next: null }) } },
    { name: "log loading", path, answers: { ...ready, listAutomationRuns: "hang" } },
    {
      name: "log error",
      path,
      answers: { ...ready, listAutomationRuns: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "log offline", path, answers: { ...ready, listAutomationRuns: "offline" } },
    {
      name: "log long text",
      path,
      answers: { ...ready, listAutomationRuns: answer({ items: [run(9, { ruleName: `${LONG}${LONG}` }), ...runs], next: null }) },
    },
  ];
}
export const logStories = /* @__PURE__ */ (() => declareLog())();
