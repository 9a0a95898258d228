// Stories of actions on many conversations in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const row = (n: number, name: string) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "Could you look at this?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all`;
  const rows = ["Amara Okafor", "Jonas Weber", "Li Na", "Priya Raman"].map((name, n) => row(n + 1, name));
  const answers = {
    ...frame(),
    listConversations: answer({ items: rows, next: "more", head: 0 }),
    countConversations: answer({ all: 100, mine: 5, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    listTeams: answer({ items: [{ id: fixtureId("tea", 1), name: "Billing", state: "active", members: [], conversations: 3 }] }),
    listTags: answer({
      items: [
        {
          id: fixtureId("tag", 1),
          name: "Refund",
          hue: 25,
          description: "",
          state: "active",
          mergedInto: null,
          conversations: 3,
          toMove: null,
        },
      ],
      everybodyCreates: true,
    }),
  };
  const action = (state: string, more: object = {}) => ({
    status: 202,
    body: {
      bulkAction: {
        ...{ id: fixtureId("blk", 1), action: "status", value: { status: "closed", until: null }, state, conversations: 430 },
        ...{ changed: 120, same: 4, passedOver: 3, undone: 0, kept: 0, more: false, createdAt: AT, ...more },
      },
      passedOver: [],
    },
  });
  const pick = "press:x";
  const all = "press:x;click:Select all that are listed";
  const running = { ...answers, startBulkAction: action("running"), readBulkAction: action("running") };
  const ended = (body: ReturnType<typeof action>) => ({
    ...answers,
    startBulkAction: action("running"),
    readBulkAction: { ...body, status: 200 },
  });
  return [
    { name: "one selected", path, act: pick, answers },
    { name: "all listed are selected", path, act: all, answers },
    { name: "all of the view is selected", path, act: `${all};click:Select all of the view`, answers },
    { name: "snooze the selected", path, act: `${pick};press:z`, answers },
    { name: "assign the selected", path, act: `${pick};press:a`, answers },
    { name: "tag the selected", path, act: `${pick};press:l`, answers },
    { name: "priority of the selected", path, act: `${pick};press:p`, answers },
    { name: "bulk action under way", path, act: `${pick};press:e;see:127 of 430`, answers: running },
    {
      name: "bulk action gathers",
      path,
      act: `${pick};press:e;see:so far`,
      answers: { ...running, readBulkAction: { ...action("gathering", { changed: 0, same: 0, passedOver: 0 }), status: 200 } },
    },
    {
      name: "bulk action is done",
      path,
      act: `${pick};press:e;see:conversations closed`,
      answers: ended(action("done", { changed: 423, more: true })),
    },
    { name: "bulk action was stopped", path, act: `${pick};press:e;see:Stopped`, answers: ended(action("stopped")) },
    {
      name: "bulk action was undone",
      path,
      act: `${pick};press:e;see:Undone`,
      answers: ended(action("undone", { undone: 119, kept: 1 })),
    },
    {
      name: "bulk action is refused",
      path,
      act: `${pick};press:e;see:under way`,
      answers: {
        ...answers,
        startBulkAction: refusal(409, "conflict", "5 actions of yours are still under way. Wait until one is done, or stop one."),
      },
    },
    {
      name: "bulk action offline",
      path,
      act: `${pick};press:e;see:Nothing was changed`,
      answers: { ...answers, startBulkAction: "offline" },
    },
    {
      name: "selected with long names",
      path,
      act: all,
      answers: { ...answers, listConversations: answer({ items: [row(1, LONG.repeat(3)), row(2, LONG)], next: "more", head: 0 }) },
    },
  ];
}
export const bulkActionsStories = /* @__PURE__ */ (() => declare())();
