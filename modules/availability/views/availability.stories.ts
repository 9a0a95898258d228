// Stories of availability: the menu, marks of members, and the dialog that hands over.
import { answer, fixtureId, frame, LONG, ME, members, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
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
const team = (n: number, name: string) => ({ id: fixtureId("tea", n), name, members: [], state: "active", conversations: 0 });

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const thread = `${list}/${CONVERSATION}`;
  const settings = `/projects/${PROJECT_ID}/settings`;
  const [TOMAS, RANA] = [fixtureId("acc", 2), fixtureId("acc", 3)];
  const chosen = (...items: [string, "busy" | "away"][]) =>
    answer({ items: items.map(([accountId, availability]) => ({ accountId, availability })) });
  const counts = (mine: number) => answer({ all: 12, mine, unassigned: 4, snoozed: 3, closed: 41, unread: 0, head: 0 });
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    openThread: answer({
      ...{ conversation: row, contact, events: [], before: null, readRevision: 4, customerReadRevision: 0, drafts: [], head: 0 },
    }),
    readFollowers: answer({ accountIds: [TOMAS, RANA] }),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
    readWidgetSettings: "hang" as const,
    listTeams: answer({ items: [team(1, "Billing"), team(2, "Returns")] }),
    readAvailability: chosen([TOMAS, "away"], [RANA, "busy"]),
  };
  const palette = (text: string) => `press:Control+k;fill:Search=${text};press:Enter`;
  const asks = palette("hand over");
  return [
    {
      name: "availability menu, busy",
      path: settings,
      act: "click:Availability: Busy",
      answers: { ...answers, readAvailability: chosen([ME.id, "busy"]) },
    },
    {
      name: "menu of one’s name",
      path: list,
      act: "click:Account menu",
      answers: { ...answers, readAvailability: chosen([ME.id, "busy"]) },
    },
    {
      name: "chosen by palette",
      path: list,
      act: palette("yourself to busy"),
      answers: { ...answers, setAvailability: chosen([ME.id, "busy"]) },
    },
    {
      name: "choosing refused",
      path: list,
      act: palette("yourself to away"),
      answers: { ...answers, setAvailability: refusal(503, "unavailable", "Try again in a moment.") },
    },
    { name: "marks of the assign menu", path: thread, act: "press:a", answers },
    { name: "marks of followers", path: `${thread}/details`, answers },
    {
      name: "marks of members",
      path: `/projects/${PROJECT_ID}/settings/members`,
      answers: { ...answers, listInvitations: answer({ items: [], missing: [] }) },
    },
    { name: "hand over", path: list, act: asks, answers },
    { name: "hand over, more than counted", path: list, act: asks, answers: { ...answers, countConversations: counts(100) } },
    { name: "nothing to hand over", path: list, act: asks, answers: { ...answers, countConversations: counts(0) } },
    { name: "hand over, loading", path: list, act: asks, answers: { ...answers, countConversations: "hang" } },
    {
      name: "hand over, error",
      path: list,
      act: `${asks};see:Something went wrong.`,
      answers: { ...answers, countConversations: refusal(500, "internal", "Something went wrong.") },
    },
    {
      name: "hand over, long names",
      path: list,
      act: asks,
      answers: {
        ...answers,
        readProject: answer({
          project: { id: PROJECT_ID, name: "Acme", slug: "acme", role: "owner", createdAt: AT },
          members: members("owner").map((member) => (member.accountId === TOMAS ? { ...member, name: LONG } : member)),
        }),
        listTeams: answer({ items: [team(1, LONG.slice(0, 40))] }),
      },
    },
    { name: "settings, away", path: settings, answers: { ...answers, readAvailability: chosen([ME.id, "away"]) } },
  ];
}
export const availabilityStories = /* @__PURE__ */ (() => declare())();
