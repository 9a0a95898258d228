// Rules, entries and dry runs for the stories.
import { fixtureId, ME } from "#dashboard/dashboard.fixtures.ts";
import type { DryRun, Entry, Finding, MonitoringState, Price, Rule, RuleKind } from "../contract.ts";

const SINCE = "2026-11-02T09:14:00.000Z";
export const rule = (
  n: number,
  name: string,
  kind: RuleKind,
  change: Partial<Rule> = {},
  thumbs: [matches: number, ups: number, downs: number] = [0, 0, 0],
): Rule => {
  const [matches, ups, downs] = thumbs;
  const known = ups + downs > 0;
  return {
    ...{ id: fixtureId("mru", n) as Rule["id"], name, kind, version: 1, looksFor: "", minutes: null, channels: [], languages: [] },
    ...{ notify: "everybody", members: [], handOver: false, enabled: true, perHour: 20 },
    precision: {
      ...{ matches, ups, downs, since: SINCE, share: known ? ups / (ups + downs) : null },
      ...{ low: known ? Math.max(0, ups / (ups + downs) - 0.2) : null, high: known ? Math.min(1, ups / (ups + downs) + 0.12) : null },
    },
    ...change,
  };
};
export const RULES: readonly Rule[] = [
  rule(1, "Legal threats", "legal", { handOver: true }, [18, 14, 2]),
  rule(
    2,
    "Customers about to leave",
    "churn",
    { notify: "chosen", members: [ME.id as Rule["members"][number]], languages: ["de", "en"] },
    [41, 9, 6],
  ),
  rule(3, "Refund of more than 100 €", "topic", { looksFor: "asks for a refund of more than 100 euros", channels: ["email"] }, [5, 0, 0]),
  rule(4, "Waiting for half an hour", "waiting", { minutes: 30, enabled: false, notify: "nobody" }, [7, 7, 0]),
];
export const state = (change: Partial<MonitoringState> = {}): MonitoringState => ({
  rules: [...RULES],
  problem: null,
  cost: { provider: "openai", model: "gpt-5-mini", per1000Usd: 0.31, source: "list" },
  ...change,
});
export const NOT_CONFIGURED: MonitoringState["problem"] = {
  code: "not_configured",
  sentence: "No provider of AI models is set up.",
  missing: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MODEL_SERVER_URL"],
};
export const CEILING: MonitoringState["problem"] = {
  code: "ai_unavailable",
  sentence: "Today’s AI spending limit is reached. New messages aren’t judged until 00:00 UTC.",
  missing: [],
};

export const entry = (n: number, change: Partial<Entry> = {}): Entry => ({
  ...{ id: fixtureId("mon", n) as Entry["id"], kind: "match", at: "2026-11-20T10:02:00.000Z" },
  conversationId: fixtureId("cnv", n) as Entry["conversationId"],
  contactId: fixtureId("con", n) as Entry["contactId"],
  contactName: "Amara Okafor",
  rule: { id: fixtureId("mru", 1) as Rule["id"], name: "Legal threats", kind: "legal" },
  ...{ why: null, quote: "If you don’t refund me this week, I will call my lawyer.", reason: "Announces legal steps over a refund." },
  ...{ notified: 3, handedOver: false, verdict: null, state: "open", erased: false },
  ...change,
});
export const ENTRIES: readonly Entry[] = [
  entry(1, { handedOver: true }),
  entry(2, {
    contactName: "Jonas Weber",
    rule: { id: fixtureId("mru", 2) as Rule["id"], name: "Customers about to leave", kind: "churn" },
    quote: "Wir werden den Vertrag zum Jahresende nicht verlängern.",
    reason: "Will not renew the contract.",
    ...{ notified: 1, verdict: "up" },
  }),
  entry(3, {
    contactName: "",
    rule: { id: fixtureId("mru", 4) as Rule["id"], name: "Waiting for half an hour", kind: "waiting" },
    ...{ quote: "", reason: "30", notified: 0, state: "resolved" },
  }),
  entry(4, { contactName: "Li Na", kind: "skipped", rule: null, why: "ceiling", quote: "", reason: "", notified: 0, state: "resolved" }),
  entry(5, {
    contactName: "رنا الخطيب",
    rule: { id: fixtureId("mru", 3) as Rule["id"], name: "Refund of more than 100 €", kind: "topic" },
    ...{ quote: "أريد استرداد 240 يورو", reason: "Asks for a refund of 240 euros.", verdict: "down", state: "resolved" },
  }),
  entry(6, { contactName: null, quote: "", reason: "", erased: true, state: "resolved", verdict: "up" }),
];

export const PRICE: Price = {
  ...{ conversations: 50, provider: "openai", model: "gpt-5-mini", aboutUsd: 0.0184, atMostUsd: 0.2212, source: "list" },
  ...{ spentUsd: 1.42, ceilingUsd: 10 },
};
export const run = (change: Partial<DryRun> = {}): DryRun => ({
  ...{ id: fixtureId("dry", 1) as DryRun["id"], state: "running", why: null },
  rules: RULES.slice(0, 3).map(({ id, name, kind }) => ({ id, name, kind })),
  ...{ from: "2026-10-24T00:00:00.000Z", until: "2026-11-23T00:00:00.000Z", total: 50, judged: 18, failed: 0 },
  ...{ costUsd: 0.0066, atMostUsd: 0.2212, createdAt: "2026-11-23T09:00:00.000Z" },
  ...change,
});
export const FINDINGS: readonly Finding[] = [
  {
    conversationId: fixtureId("cnv", 7) as Finding["conversationId"],
    contactId: fixtureId("con", 7) as Finding["contactId"],
    contactName: "Priya Raman",
    found: [
      { ruleId: fixtureId("mru", 1) as Rule["id"], quote: "This is fraud and my lawyer agrees.", reason: "Mentions fraud and a lawyer." },
      { ruleId: fixtureId("mru", 2) as Rule["id"], quote: "I am moving to another provider", reason: "Changes to a competitor." },
    ],
  },
  {
    conversationId: fixtureId("cnv", 8) as Finding["conversationId"],
    contactId: fixtureId("con", 8) as Finding["contactId"],
    contactName: "",
    found: [{ ruleId: fixtureId("mru", 3) as Rule["id"], quote: "I want my 240 euros back", reason: "Asks for 240 euros." }],
  },
];
