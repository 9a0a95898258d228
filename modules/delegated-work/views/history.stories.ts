// Stories of the history of delegated work.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { AT, workItem } from "./work.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/work-history`;
  const item = (n: number, more: object = {}, outer: object = {}) =>
    workItem(
      n,
      {
        ...{ status: "completed", outcome: "done", report: "It left on Monday.", endedAt: AT },
        effects: [{ kind: "note", state: "done", revision: 4 }],
        ...more,
      },
      outer,
    );
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
