// Stories of spam in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string, spam: boolean, preview = "Buy followers, cheap and fast!!!") => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: spam ? "closed" : "open", snoozedUntil: null, assigneeId: null, revision: 4, preview, previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(spam ? { silenced: true, fields: { spam: "yes" } } : {}),
});
const contact = {
  ...{
    id: fixtureId("con", 1),
    name: "Growth Partners",
    email: null,
    emailVerified: false,
    identifier: null,
    metadata: {},
    state: "active",
  },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
const said = (revision: number, spam: boolean, actor: object = TOMAS) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name: "spam", data: { spam } },
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/spam`;
  const path = `/projects/${PROJECT_ID}/inbox/all/${CONVERSATION}`;
  const details = `${path}/details`;
  const thread = (spam: boolean, events: readonly object[]) =>
    answer({
      ...{ conversation: row(1, "Growth Partners", spam), contact, events, before: null, readRevision: 4, customerReadRevision: 0 },
      ...{ drafts: [], head: 0 },
    });
  const page = {
    ...{ next: null, head: 0 },
    view: { conditions: [{ field: "status", is: "any", values: ["silenced"] }], sort: "activity", filling: null },
  };
  const answers = {
    ...frame(),
    listSavedViews: answer({ views: [], modules: [{ name: "spam", count: 2 }] }),
    listConversations: answer({
      items: [row(1, "Growth Partners", true), row(2, "Cheap Links Ltd", true, "Dear Sir or Madam, we can put you on the first page")],
      ...page,
    }),
    countConversations: answer({ all: 1, mine: 0, unassigned: 1, snoozed: 0, closed: 5, unread: 0, head: 0 }),
    openThread: thread(true, [said(1, true), said(2, false, { role: "operator", id: ME.id, name: ME.name }), said(3, true)]),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
  };
  return [
    { name: "spam list", path: list, answers },
    {
      name: "no spam",
      path: list,
      answers: { ...answers, listConversations: answer({ items: [], ...page }) },
    },
    { name: "spam thread", path, answers },
    { name: "spam on a phone", path: details, answers },
    { name: "spam menu", path: details, act: "click:Spam", answers: { ...answers, openThread: thread(false, []) } },
    {
      name: "spam refused as stale",
      path: details,
      act: "click:Spam;click:Mark as spam",
      answers: {
        ...answers,
        openThread: thread(false, []),
        markSpam: refusal(409, "stale_frontier", "There is something new in the conversation."),
      },
    },
  ];
}
export const spamStories = /* @__PURE__ */ (() => declare())();
