// Stories of the work that waits for a person.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { AT, workItem } from "./work.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/delegated-work`;
  const question = (text: string) => ({
    turns: [{ turn: 1, round: 1, kind: "question", device: "Build box", outcome: null, text, at: AT, answer: null, files: [] }],
  });
  const review = (report: string, kind = "reply") => ({
    ...{ kind, status: "completed", deliveryState: "review", outcome: "done", report, endedAt: AT },
    effects: [{ kind: kind === "reply" ? "reply" : "note", state: "needs_review", revision: null }],
  });
  const other = { accountId: fixtureId("acc", 9) };
  const mixed = [
    workItem(1, question("Which of the two accounts is meant: the one in euros, or the one in pounds?")),
    workItem(2, review("Your order left on **Monday** and arrives by Thursday.")),
    workItem(
      3,
      { ...question("May I read the mail archive?"), ...other },
      { person: "Jonas Weber", customer: { name: null, email: "zoe@example.test" } },
    ),
  ];
  const thread = answer({
    ...{ conversation: { id: fixtureId("cnv", 2), revision: 4 }, events: [], before: null, readRevision: 0, customerReadRevision: 0 },
    ...{ contact: {}, drafts: [], head: 0 },
  });
  const story = (name: string, listWaitingWork: unknown, act?: string, more: object = {}): ScreenState => ({
    ...{ name, path, answers: { ...frame(), openThread: thread, listWaitingWork, ...more } as never },
    ...(act === undefined ? {} : { act }),
  });
  const list = (items: readonly object[], next: string | null = null) => answer({ items, next });
  return [
    story("work waits", list(mixed)),
    story("nothing waits", list([])),
    story("waiting work loads", "hang"),
    story("waiting work fails", "offline"),
    story("waiting work is not for you", refusal(403, "forbidden", "You may not see this project’s work.")),
    story("waiting work goes on", list(mixed, "next")),
    story(
      "waiting work long text",
      list([
        workItem(1, { ...question(`${LONG} `.repeat(8).trim()), device: LONG }, { person: LONG, customer: { name: LONG, email: null } }),
        workItem(
          2,
          { ...review(`${LONG} `.repeat(40).trim()), device: LONG, task: LONG },
          { person: LONG, customer: { name: LONG, email: null } },
        ),
      ]),
    ),
    story("a report is discarded", list([workItem(2, review("It left on Monday."))]), "click:Discard;see:Report discarded", {
      reviewReport: "hang",
    }),
    story(
      "a decision is refused",
      list([workItem(2, review("It left on Monday."))]),
      "click:Add as a proposed reply;see:wait for review any more",
      {
        reviewReport: refusal(409, "conflict", "This report doesn’t wait for review any more."),
      },
    ),
    story(
      "a report is sent back from here",
      list([workItem(2, review("It left on Monday."))]),
      "click:Send the report back…;see:What should be looked at again?",
    ),
    story("a note waits", list([workItem(2, review("It left on Monday.", "report"))])),
  ];
}
export const waitingStories = /* @__PURE__ */ (() => declare())();
