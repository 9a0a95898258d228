// Stories of the history of delegated work.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/work-history`;
  const item = (n: number, more: object = {}, outer: object = {}) => ({
    delegation: {
      ...{ id: fixtureId("dlg", n), conversationId: fixtureId("cnv", n), kind: "report", status: "completed", deliveryState: null },
      ...{ accountId: ME.id, grantId: fixtureId("dgr", 1), device: "Build box", task: "Look into the logs of order 4711." },
      ...{ files: [], reportFiles: [], progress: null, leaseUntil: null, outcome: "done", report: "It left on Monday.", turns: [] },
      ...{ effects: [{ kind: "note", state: "done", revision: 4 }], round: 1, createdAt: AT, startedAt: AT, endedAt: AT },
      ...more,
    },
    ...{ person: ME.name, customer: { name: "Amara Okafor", email: null } },
    ...outer,
  });
  const list = (items: readonly object[], next: string | null = null) => answer({ items, next });
  const mixed = [
    item(5, { status: "queued", device: null, outcome: null, report: null, effects: [], startedAt: null, endedAt: null }),
    item(4, { outcome: "failed", report: "The disk is full." }),
    item(3, { status: "revoked", deliveryState: "authority_revoked", outcome: null, report: null, effects: [] }, { person: "Jonas Weber" }),
    item(2, { status: "cancelled", outcome: null, report: null, effects: [] }, { customer: { name: null, email: "zoe@example.test" } }),
    item(1),
  ];
  const story = (name: string, listDelegatedWork: unknown, act?: string): ScreenState => ({
    ...{ name, path, answers: { ...frame(), listDelegatedWork } as never },
    ...(act === undefined ? {} : { act }),
  });
  return [
    story("all work", list(mixed)),
    story("no work yet", list([])),
    story("no work found", list([]), "fill:Words of task or report=invoice;see:Try fewer or other words."),
    story("older work to look at", list([], "next")),
    story("history loads", "hang"),
    story("history fails", "offline"),
    story("history is not for you", refusal(403, "forbidden", "You may not see this project’s work.")),
    story("history goes on", list(mixed, "next")),
    story(
      "history, long text",
      list([item(1, { device: LONG, task: LONG, report: `${LONG} `.repeat(30) }, { person: LONG, customer: { name: LONG, email: null } })]),
    ),
  ];
}
export const historyStories = /* @__PURE__ */ (() => declare())();
