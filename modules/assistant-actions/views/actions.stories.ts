// Stories of the screens of actions.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Action, Run, Setup, Trial } from "../contract.ts";

const AT = "2026-11-20T09:14:00.000Z";
const home = `/projects/${PROJECT_ID}/settings`;
const down = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const setup: Setup = {
  hosts: ["api.shop.example", "status.example.com"],
  encryption: { ready: true, variable: "INTEGRATION_ENCRYPTION_KEY" },
};
const action = (number: number, more: Partial<Action> = {}): Action => ({
  ...{ id: fixtureId("act", number) as Action["id"], name: "Order status", toolName: "order_status_000001", kind: "reads", personal: true },
  description: "Finds an order by its number, and says how far it is. Use it when a customer asks where their order is.",
  ...{ method: "GET", host: "api.shop.example", body: null, enabled: true, revision: 3, createdAt: AT, updatedAt: AT },
  url: "https://api.shop.example/v2/orders/{{order_number}}?email={{contact.email}}",
  inputs: [{ name: "order_number", type: "string", description: "The order number, such as 10234", required: true, choices: [] }],
  told: [
    { path: "order.status", label: "Status" },
    { path: "order.items.*.name", label: "Items" },
  ],
  headers: [{ name: "Authorization", set: true }],
  ...more,
});
const cancel = action(2, {
  ...{ name: "Cancel an order", kind: "changes", method: "POST", url: "https://api.shop.example/v2/orders/{{order_number}}/cancel" },
  body: '{ "customer": "{{contact.email}}", "reason": "{{reason}}", "refund": "{{refund}}" }',
  inputs: [
    { name: "order_number", type: "string", description: "The order number, such as 10234", required: true, choices: [] },
    {
      name: "reason",
      type: "choice",
      description: "Why the order is cancelled",
      required: true,
      choices: ["too late", "wrong item", "other"],
    },
    { name: "refund", type: "boolean", description: "Whether the customer wants the money back", required: false, choices: [] },
  ],
  told: [{ path: "cancellation.id", label: "Number of the cancellation" }],
  enabled: false,
});
const status = action(3, { name: "Service status", personal: false, host: "old.example.com", headers: [], inputs: [] });
const longOne = action(4, {
  name: LONG,
  description: LONG.repeat(4),
  host: `${"sub.".repeat(20)}example.com`,
  headers: [{ name: "X-Key", set: false }],
});

// Functions, so that production builds can drop everything in them.
function declareList(): readonly ScreenState[] {
  const path = `${home}/actions`;
  const listed = (items: readonly Action[], changed: Partial<Setup> = {}) => answer({ items, next: null, setup: { ...setup, ...changed } });
  const filled = { ...frame(), listAssistantActions: listed([action(1), cancel, status]) };
  return [
    { name: "list", path, answers: filled },
    { name: "empty", path, answers: { ...frame(), listAssistantActions: listed([], { hosts: [] }) } },
    { name: "loading", path, answers: { ...frame(), listAssistantActions: "hang" } },
    { name: "error", path, answers: { ...frame(), listAssistantActions: down } },
    { name: "offline", path, answers: { ...frame(), listAssistantActions: "offline" } },
    { name: "no permission", path, answers: frame("operator") },
    {
      name: "without a key",
      path,
      answers: {
        ...frame(),
        listAssistantActions: listed([action(1)], { encryption: { ready: false, variable: "INTEGRATION_ENCRYPTION_KEY" } }),
      },
    },
    {
      name: "host refused",
      path,
      answers: {
        ...filled,
        saveAssistantActionHosts: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Enter a public host name such as api.example.com, without https:// and path." },
            issues: [{ path: "hosts.2", message: "Enter a public host name such as api.example.com, without https:// and path." }],
          },
        },
      },
      act: "fill:Host=https://10.0.0.1/;click:Allow",
    },
    { name: "remove host", path, answers: filled, act: "click:Remove api.shop.example" },
    { name: "long text", path, answers: { ...frame(), listAssistantActions: listed([longOne]) } },
  ];
}
function declareEditor(): readonly ScreenState[] {
  const one = `${home}/actions/${fixtureId("act", 1)}`;
  const read = (shown: Action, changed: Partial<Setup> = {}) => ({
    ...frame(),
    readAssistantAction: answer({ action: shown, setup: { ...setup, ...changed } }),
  });
  const trial: Trial = {
    ...{ state: "done", outcome: "done", took: 184 },
    request: {
      method: "GET",
      url: "https://api.shop.example/v2/orders/10234?email=ada%40example.com",
      headers: [
        { name: "Authorization", value: "•••••" },
        { name: "accept", value: "application/json" },
      ],
      body: null,
    },
    answer: {
      status: 200,
      type: "application/json",
      text: JSON.stringify({ order: { status: "shipped", items: [{ name: "Blue lamp" }, { name: "Bulb" }], margin: 12.4 } }, null, 2),
    },
    told: [
      { label: "Status", text: "shipped" },
      { label: "Items", text: "Blue lamp, Bulb" },
    ],
  };
  const tried = (more: Partial<Trial> = {}) => ({ ...read(action(1)), tryAssistantAction: answer({ trial: { ...trial, ...more } }) });
  const run = "fill:order_number=10234;fill:Customer’s address (contact.email)=ada@example.com;click:Run";
  return [
    { name: "reads", path: one, answers: read(action(1)) },
    { name: "changes something", path: one, answers: read(cancel) },
    { name: "new", path: `${home}/actions/new`, answers: { ...frame(), listAssistantActions: answer({ items: [], next: null, setup }) } },
    {
      name: "faults",
      path: `${home}/actions/new`,
      answers: { ...frame(), listAssistantActions: answer({ items: [], next: null, setup }) },
      act: "fill:Name=Order status;fill:Address=https://{{host}}/orders;click:Add input;click:Add header;click:Save",
    },
    {
      name: "another host",
      path: one,
      answers: read(action(1)),
      act: "fill:Address=https://status.example.com/{{order_number}}?e={{contact.email}}",
    },
    {
      name: "without a key",
      path: one,
      answers: read(action(1), { encryption: { ready: false, variable: "INTEGRATION_ENCRYPTION_KEY" } }),
    },
    {
      name: "changed meanwhile",
      path: one,
      answers: {
        ...read(action(1)),
        changeAssistantAction: refusal(409, "conflict", "Somebody else has changed this action. Reload it, and make your change again."),
      },
      act: "fill:Name=Order;click:Save",
    },
    { name: "tried", path: one, answers: tried(), act: run },
    {
      name: "tried in vain",
      path: one,
      answers: tried({
        ...{ state: "failed", outcome: "refused", told: [] },
        answer: { status: 401, type: "application/json", text: '{\n  "error": "unknown token"\n}' },
      }),
      act: run,
    },
    { name: "remove", path: one, answers: read(action(1)), act: "click:Remove action" },
    { name: "loading", path: one, answers: { ...frame(), readAssistantAction: "hang" } },
    { name: "error", path: one, answers: { ...frame(), readAssistantAction: down } },
    { name: "missing", path: one, answers: { ...frame(), readAssistantAction: refusal(404, "not_found", "There is nothing here.") } },
    { name: "offline", path: one, answers: { ...frame(), readAssistantAction: "offline" } },
    { name: "no permission", path: one, answers: frame("operator") },
    { name: "long text", path: one, answers: read(longOne) },
  ];
}
function declareRuns(): readonly ScreenState[] {
  const path = `${home}/action-runs`;
  const run = (number: number, more: Partial<Run> = {}): Run => ({
    ...{
      id: fixtureId("arn", number) as Run["id"],
      actionId: fixtureId("act", 1) as Run["actionId"],
      actionName: "Order status",
      kind: "reads",
    },
    ...{
      conversationId: fixtureId("cnv", 1) as NonNullable<Run["conversationId"]>,
      startedBy: "assistant",
      inputs: { order_number: "10234" },
    },
    ...{ state: "done", outcome: "done", status: 200, told: [{ label: "Status", text: "shipped" }], took: 184, startedAt: AT },
    ...more,
  });
  const runs = [
    run(1),
    run(2, {
      actionName: "Cancel an order",
      kind: "changes",
      startedBy: "visitor",
      state: "unknown",
      outcome: "timeout",
      status: null,
      told: [],
      took: 10_003,
    }),
    run(3, { startedBy: "console", conversationId: null, state: "failed", outcome: "refused", status: 401, told: [], took: 90 }),
    run(4, { state: "started", outcome: null, status: null, told: [], took: null }),
  ];
  const listed = (items: readonly Run[], next: string | null = null) => ({ ...frame(), listAssistantActionRuns: answer({ items, next }) });
  return [
    { name: "list", path, answers: listed(runs, "more") },
    { name: "empty", path, answers: listed([]) },
    { name: "loading", path, answers: { ...frame(), listAssistantActionRuns: "hang" } },
    { name: "error", path, answers: { ...frame(), listAssistantActionRuns: down } },
    { name: "offline", path, answers: { ...frame(), listAssistantActionRuns: "offline" } },
    { name: "no permission", path, answers: frame("operator") },
    {
      name: "long text",
      path,
      answers: listed([run(1, { actionName: LONG, inputs: { order_number: LONG.repeat(3) }, told: [{ label: LONG, text: LONG }] })]),
    },
  ];
}
export const actionsStories = /* @__PURE__ */ (() => declareList())();
export const actionStories = /* @__PURE__ */ (() => declareEditor())();
export const runsStories = /* @__PURE__ */ (() => declareRuns())();
