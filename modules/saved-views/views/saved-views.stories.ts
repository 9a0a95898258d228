// Stories of saved views in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "Could you look at this?", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
});
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
const view = (n: number, name: string, more: object = {}) => ({
  ...{ id: fixtureId("svw", n), kind: "personal", name, icon: "", sort: "activity", count: n * 3, filling: null },
  conditions: [
    { field: "status", is: "any", values: ["open"] },
    { field: "assignee", is: "any", values: [ME.id, "none"] },
  ],
  ...more,
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const inbox = (name: string): string => `/projects/${PROJECT_ID}/inbox/${name}`;
  const rows = [row(1, "Amara Okafor"), row(2, "Jonas Weber"), row(3, "Li Na")];
  const list = (items: readonly object[], more: object = {}) => answer({ items, next: null, head: 0, ...more });
  const views = [
    view(1, "Urgent", { kind: "shared", icon: "flag", count: 100 }),
    view(2, "Waiting too long", {
      kind: "shared",
      icon: "⏰",
      sort: "waiting",
      conditions: [{ field: "waiting", age: "over", minutes: 120 }],
    }),
    view(3, "My invoices", { icon: "mail" }),
  ];
  const draft = view(9, "", {
    kind: "draft",
    conditions: [...(views[0]?.conditions ?? []), { field: "created", age: "under", minutes: 10_080 }],
  });
  const base = {
    ...frame(),
    listConversations: list(rows, { view: { conditions: views[2]?.conditions, sort: "activity", filling: null } }),
    countConversations: answer({ all: 31, mine: 12, unassigned: 17, snoozed: 3, closed: 100, unread: 4, head: 0 }),
    listSavedViews: answer({ views, modules: [{ name: "assistant", count: 2 }] }),
  };
  const fixed = { ...base, listConversations: list(rows) };
  const withDraft = { ...base, listSavedViews: answer({ views: [...views, draft], modules: [] }) };
  const mine = inbox(fixtureId("svw", 3));
  const open = "click:Filter conversations";
  return [
    { name: "chips", path: mine, answers: base },
    { name: "builder", path: inbox("mine"), act: open, answers: fixed },
    {
      name: "builder, times",
      path: inbox(fixtureId("svw", 2)),
      act: open,
      answers: { ...base, listConversations: list(rows, { view: { conditions: views[1]?.conditions, sort: "waiting", filling: null } }) },
    },
    { name: "filter applied", path: inbox(fixtureId("svw", 9)), answers: withDraft },
    {
      name: "filter refused",
      path: inbox("all"),
      act: `${open};click:Show`,
      answers: { ...fixed, saveDraftView: refusal(409, "conflict", "This project has 200 views in all. Delete one first.") },
    },
    { name: "saving", path: inbox(fixtureId("svw", 9)), act: "click:Save view", answers: withDraft },
    {
      name: "saving refused",
      path: inbox(fixtureId("svw", 9)),
      act: "click:Save view;fill:Name=Twenty-first;press:Enter;see:You have 20 views already.",
      answers: { ...withDraft, changeSavedView: refusal(409, "conflict", "You have 20 views already. Delete one first.") },
    },
    { name: "actions", path: mine, act: "click:Actions for My invoices", answers: base },
    {
      name: "deleted",
      path: mine,
      act: "click:Actions for My invoices;click:Delete;see:Undo",
      answers: { ...base, deleteSavedView: answer({ ok: true }) },
    },
    {
      name: "nothing in it",
      path: mine,
      answers: { ...base, listConversations: list([], { view: { conditions: [], sort: "activity", filling: null } }) },
    },
    {
      name: "being filled",
      path: mine,
      answers: {
        ...base,
        listConversations: list(rows, { view: { conditions: views[2]?.conditions, sort: "activity", filling: { lookedAt: 1500 } } }),
        listSavedViews: answer({ views: [...views.slice(0, 2), { ...views[2], filling: { lookedAt: 1500, total: 98_700 } }], modules: [] }),
      },
    },
    { name: "loading", path: mine, answers: { ...base, listConversations: "hang", listSavedViews: "hang" } },
    {
      name: "view not found",
      path: inbox(fixtureId("svw", 7)),
      answers: { ...base, listConversations: refusal(404, "not_found", "There is no such view.") },
    },
    {
      name: "views not read",
      path: inbox("all"),
      answers: { ...fixed, listSavedViews: refusal(500, "unavailable", "The views could not be read.") },
    },
    {
      name: "long names",
      path: inbox(fixtureId("svw", 9)),
      answers: {
        ...base,
        listSavedViews: answer({
          views: [
            view(1, LONG, { icon: "star" }),
            { ...draft, conditions: [{ field: "attribute", key: "department", is: "none", values: [LONG, `${LONG}2`] }] },
          ],
          modules: [],
        }),
      },
    },
  ];
}
export const savedViewsStories = /* @__PURE__ */ (() => declare())();
