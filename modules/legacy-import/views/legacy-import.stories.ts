// Stories of the screen of imported data.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Hold } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/imported-data`;
  const hold = (number: number, more: Partial<Hold> = {}): Hold => ({
    ...{ id: fixtureId("lgc", number) as Hold["id"], category: "generation", recorded: "started", provider: "openai" },
    ...{ detail: "Answer to a question about a late parcel", conversationId: null, startedAt: "2026-02-20T09:14:00.000Z" },
    ...{ outcome: null, reconciledBy: null, reconciledAt: null, ...more },
  });
  const holds = [
    hold(1, { conversationId: fixtureId("cnv", 1) as never }),
    hold(2, { category: "training", detail: "Training of the answers of January", startedAt: "2026-02-21T10:00:00.000Z" }),
    hold(3, { category: "provider", provider: "sendgrid", detail: null, startedAt: "2026-02-22T10:00:00.000Z" }),
    hold(4, {
      startedAt: "2026-02-23T10:00:00.000Z",
      outcome: "not_happened",
      reconciledBy: ME.name,
      reconciledAt: "2026-03-02T08:00:00.000Z",
    }),
    hold(5, { startedAt: "2026-02-24T10:00:00.000Z", outcome: "set_aside", reconciledAt: "2026-03-02T08:00:00.000Z" }),
  ];
  const spent = { calls: 1284, costUsd: 18.42, since: "2025-03-01", until: "2026-02-28" };
  const listed = (items: readonly Hold[], more: object = { next: null, spent }) => answer({ items, ...more });
  const filled = { ...frame(), listImportHolds: listed(holds) };
  return [
    { name: "list", path, answers: filled },
    { name: "empty", path, answers: { ...frame(), listImportHolds: listed([], { next: null, spent: null }) } },
    { name: "loading", path, answers: { ...frame(), listImportHolds: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), listImportHolds: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...frame(), listImportHolds: "offline" } },
    { name: "no permission", path, answers: frame("admin") },
    { name: "reconcile", path, answers: { ...frame(), listImportHolds: listed(holds.slice(1, 2)) }, act: "click:Reconcile" },
    {
      name: "reconciled meanwhile",
      path,
      answers: {
        ...{ ...frame(), listImportHolds: listed(holds.slice(1, 2)) },
        reconcileImportHold: refusal(409, "conflict", "This was reconciled with another outcome meanwhile. Reload to see it."),
      },
      act: "click:Reconcile;click:Save outcome",
    },
    {
      name: "long text",
      path,
      answers: { ...frame(), listImportHolds: listed([hold(1, { provider: LONG, detail: LONG })], { next: "more", spent }) },
    },
  ];
}
export const legacyImportStories = /* @__PURE__ */ (() => declare())();
