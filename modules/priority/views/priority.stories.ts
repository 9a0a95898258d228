// Stories of priority in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string, priority?: string) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "Could you look at this?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(priority === undefined ? {} : { fields: { priority } }),
});
const set = (revision: number, actor: { id: string; name: string }, priority: string) => ({
  ...{ revision, createdAt: AT, actor: { role: "operator", ...actor } },
  ...{ kind: "activity", name: "priority", data: { priority } },
});
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  const rows = [row(1, "Amara Okafor", "high"), row(2, "Jonas Weber", "urgent"), row(3, "Li Na", "normal"), row(4, "Priya Raman", "low")];
  const thread = (now: string | undefined, events: readonly object[]) =>
    answer({
      ...{ conversation: row(1, "Amara Okafor", now), contact, events, before: null, readRevision: 3, customerReadRevision: 0 },
      ...{ drafts: [], head: 0 },
    });
  const TOMAS = { id: fixtureId("acc", 2), name: "Tomás Álvarez" };
  const answers = {
    ...frame(),
    listConversations: answer({ items: [...rows, row(5, "Sara Bianchi")], next: null, head: 0 }),
    countConversations: answer({ all: 5, mine: 5, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: thread("high", [set(1, TOMAS, "urgent"), set(2, TOMAS, "none"), set(3, { id: ME.id, name: "Mia Sol" }, "high")]),
    markRead: answer({ readRevision: 3 }),
  };
  return [
    { name: "chips", path: list, answers },
    { name: "activity", path, answers },
    { name: "details of a phone", path: `${path}/details`, answers },
    { name: "filter menu", path: list, act: "click:Filter by priority", answers },
    {
      name: "filtered",
      path: list,
      act: "click:Filter by priority;click:Low",
      answers: { ...answers, listConversations: answer({ items: rows.slice(3), next: null, head: 0 }) },
    },
    {
      name: "removing refused",
      path: `${path}/details`,
      act: "press:Control+k;fill:Search=Remove priority;press:Enter",
      answers: { ...answers, setPriority: refusal(409, "conflict", "The conversation has no priority.") },
    },
  ];
}
export const priorityStories = /* @__PURE__ */ (() => declare())();
