// Stories of response-time targets in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ConversationTarget } from "../../contract.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
/** Minutes after the time of the stories, 10:12. */
const due = (minutes: number): number => Date.UTC(2026, 10, 20, 10, 12) + minutes * 60_000;
const iso = (minutes: number): string => new Date(due(minutes)).toISOString();
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const row = (n: number, name: string, target?: string) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 4, preview: "Where is my parcel?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: AT, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(target === undefined ? {} : { fields: { target } }),
});
const missed = (revision: number, target: string) => ({
  ...{ revision, createdAt: AT, actor: { role: "system", id: null, name: null }, kind: "activity", name: "target_missed" },
  data: { target, dueAt: due(-10) },
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  const rows = [
    row(1, "Amara Okafor", `missed,first,${due(-10)}`),
    row(2, "Jonas Weber", `warned,next,${due(8)}`),
    row(3, "Li Na", `running,first,${due(25)}`),
    row(4, "Priya Raman", `running,resolution,${due(60 * 30)}`),
    row(5, "Tomás Álvarez", `warned,first,${due(0)}`),
    row(6, "Sara Bianchi"),
  ];
  const item = (target: ConversationTarget["target"], state: ConversationTarget["state"], part: Partial<ConversationTarget> = {}) => ({
    ...{ target, state, startedAt: AT, dueAt: iso(20), endedAt: null, minutes: 30, counts: "business" as const, workedSeconds: null },
    ...part,
  });
  const of = (...items: readonly ConversationTarget[]) => answer({ items: [...items] });
  const first = item("first", "missed", { dueAt: iso(-10) });
  const answers = {
    ...frame(),
    listConversations: answer({ items: rows, next: null, head: 0 }),
    countConversations: answer({ all: 6, mine: 6, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: answer({
      ...{ conversation: rows[0], contact, before: null, readRevision: 4, customerReadRevision: 0, drafts: [], head: 0 },
      events: [missed(2, "first"), missed(3, "next"), missed(4, "resolution")],
    }),
    readConversationTargets: of(first, item("resolution", "running", { minutes: 480, dueAt: iso(60 * 70), counts: "always" })),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
  };
  const details = `${path}/details`;
  return [
    { name: "target clocks", path: list, answers },
    { name: "missed targets in a thread", path, answers },
    { name: "target filter", path: list, act: "click:Filter by response time", answers },
    { name: "targets in the details", path: details, answers },
    {
      name: "ended targets in the details",
      path: details,
      answers: {
        ...answers,
        readConversationTargets: of(
          item("first", "met", { endedAt: iso(-1), workedSeconds: 9 * 60 }),
          item("next", "cancelled", { endedAt: iso(-1) }),
          item("resolution", "paused", { dueAt: null, minutes: 480, workedSeconds: 75 * 60 }),
        ),
      },
    },
    {
      name: "targets near in the details",
      path: details,
      answers: { ...answers, readConversationTargets: of(item("next", "warned", { dueAt: iso(5) })) },
    },
    { name: "targets loading", path: details, answers: { ...answers, readConversationTargets: "hang" } },
    {
      name: "targets, error",
      path: details,
      answers: { ...answers, readConversationTargets: refusal(500, "internal", "Something went wrong.") },
    },
  ];
}
export const targetStories = /* @__PURE__ */ (() => declare())();
