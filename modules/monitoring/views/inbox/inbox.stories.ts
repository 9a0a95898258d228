// Stories of monitoring in the inbox, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { ENTRIES, entry } from "../monitoring.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string, monitoring?: string) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "I will call my lawyer.", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(monitoring === undefined ? {} : { fields: { monitoring } }),
});
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const event = (revision: number, change: "matched" | "resolved" | "reopened", actor: object) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name: "monitoring" },
  data: { entryId: fixtureId("mon", 1), ruleId: fixtureId("mru", 1), kind: "legal", change },
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  const rows = [
    row(1, "Amara Okafor", "legal"),
    row(2, "Jonas Weber", "churn"),
    row(3, "Li Na", "waiting"),
    row(4, "Priya Raman", "topic"),
    row(5, "Sara Bianchi"),
  ];
  const RULE = { role: "system", id: fixtureId("mru", 1), name: null };
  const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
  const ready = {
    ...frame(),
    listConversations: answer({ items: rows, next: null, head: 0 }),
    countConversations: answer({ all: 5, mine: 5, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: answer({
      conversation: rows[0],
      contact,
      events: [
        event(1, "matched", RULE),
        event(2, "resolved", TOMAS),
        event(3, "reopened", { role: "operator", id: ME.id, name: ME.name }),
      ],
      ...{ before: null, readRevision: 3, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 3 }),
    readMonitoringEntry: answer({ entry: entry(1) }),
    listConversationMatches: answer({ items: ENTRIES.slice(0, 2), next: null }),
  };
  return [
    { name: "monitoring chips", path: list, answers: ready },
    { name: "monitoring filter", path: list, act: "click:Filter by what monitoring noticed", answers: ready },
    {
      name: "monitoring filtered",
      path: list,
      act: "click:Filter by what monitoring noticed;click:Legal threat",
      answers: { ...ready, listConversations: answer({ items: rows.slice(0, 1), next: null, head: 0 }) },
    },
    { name: "monitoring activity", path, answers: ready },
    { name: "monitoring menu", path, act: "click:Monitoring: Legal threat", answers: ready },
    { name: "monitoring details of a phone", path: `${path}/details`, answers: ready },
  ];
}
export const inboxStories = /* @__PURE__ */ (() => declare())();
