// Stories of teams in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { longTeam, teamId, TEAMS } from "../teams.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string, team?: number) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 4, preview: "Where is my parcel?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(team === undefined ? {} : { fields: { team: teamId(team) } }),
});
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
const event = (revision: number, team: number | null, actor: object = TOMAS) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name: "team_assigned" },
  data: { teamId: team === null ? null : teamId(team) },
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  const rows = [row(1, "Amara Okafor", 2), row(2, "Jonas Weber", 5), row(3, "Li Na", 3), row(4, "Priya Raman"), row(5, "Sara Bianchi", 99)];
  const answers = {
    ...frame(),
    listConversations: answer({ items: rows, next: null, head: 0 }),
    countConversations: answer({ all: 5, mine: 5, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    listTeams: answer({ items: [...TEAMS(), longTeam()] }),
    openThread: answer({
      ...{ conversation: row(1, "Amara Okafor", 2), contact, before: null, readRevision: 4, customerReadRevision: 0, drafts: [], head: 0 },
      events: [event(1, 1), event(2, null), event(3, 99), event(4, 2, { role: "operator", id: ME.id, name: ME.name })],
    }),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
  };
  return [
    { name: "team chips", path: list, answers },
    { name: "team in a thread", path, answers },
    { name: "team menu", path, act: "press:Control+k;fill:Search=team: Shipping", answers },
    { name: "team filter", path: list, act: "click:Filter by team", answers },
    {
      name: "team refused",
      path,
      act: "press:Control+k;fill:Search=Assign to team: Billing;press:Enter",
      answers: { ...answers, assignTeam: refusal(409, "conflict", "This team is archived.") },
    },
  ];
}
export const inboxStories = /* @__PURE__ */ (() => declare())();
