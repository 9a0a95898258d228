// Stories of followers in the details.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const row = {
  id: CONVERSATION,
  contact: { id: contact.id, name: contact.name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 4, preview: "Where is my parcel?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
};

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}/details`;
  const of = (...ids: string[]) => answer({ accountIds: ids });
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 1, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    openThread: answer({
      ...{ conversation: row, contact, events: [], before: null, readRevision: 4, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    readFollowers: of(ME.id, fixtureId("acc", 2), fixtureId("acc", 3)),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
  };
  return [
    { name: "followers", path, answers },
    { name: "no followers", path, answers: { ...answers, readFollowers: of() } },
    { name: "followers loading", path, answers: { ...answers, readFollowers: "hang" } },
    { name: "followers, error", path, answers: { ...answers, readFollowers: refusal(500, "internal", "Something went wrong.") } },
    {
      name: "following refused",
      path,
      act: "click:Follow",
      answers: {
        ...answers,
        readFollowers: of(fixtureId("acc", 2)),
        followConversation: refusal(503, "unavailable", "Try again in a moment."),
      },
    },
  ];
}
export const followerStories = /* @__PURE__ */ (() => declare())();
