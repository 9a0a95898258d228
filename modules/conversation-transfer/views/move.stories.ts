// Stories of moving a conversation to another contact, in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const [HERE, OTHER] = [fixtureId("cnv", 1), fixtureId("cnv", 2)];
const person = { id: fixtureId("con", 1), name: "Jonas Weber", email: "jonas@northwind.example", emailVerified: true, state: "active" };
const row = (id: string, more: object = {}) => ({
  ...{ id, contact: person, status: "open", snoozedUntil: null, assigneeId: null, revision: 4, previewRole: "visitor" },
  ...{ preview: "Please send me the contract", previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: AT },
  ...{ visitorMessages: 2, unread: 0, door: "widget", subject: null },
  ...more,
});
const said = (revision: number, content: string, more: object = {}) => ({
  ...{ revision, createdAt: AT, actor: { role: "visitor", id: person.id, name: null }, kind: "message" },
  message: {
    ...{ id: fixtureId("msg", revision), conversationId: HERE, revision, authorRole: "visitor", authorId: person.id, authorName: null },
    ...{ createdAt: AT, content, attachments: [], origin: { door: "widget", automatic: null }, erased_at: null, clientId: `c${revision}` },
    ...more,
  },
});
const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
const MINE = { role: "operator", id: ME.id, name: ME.name };
const did = (revision: number, name: string, data: object, actor: object = TOMAS) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name, data },
});
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(4);

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${HERE}`;
  const contact = { ...person, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: null, lastPage: null };
  const thread = (conversation: object, events: readonly object[]) =>
    answer({ ...{ conversation, contact, events, before: null, readRevision: 9, customerReadRevision: 0 }, drafts: [], head: 0 });
  const ada = { ...contact, id: fixtureId("con", 2), name: "Ada Berg", email: "ada@northwind.example" };
  const preview = (more: object = {}) =>
    answer({
      ...{ messages: 1, files: 0, merged: false, repliesTo: { email: ada.email, verified: true }, waits: true, refusal: null },
      ...more,
    });
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row(HERE)], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 0, unassigned: 1, snoozed: 0, closed: 5, unread: 0, head: 0 }),
    openThread: thread(row(HERE), [said(1, "Please send me the contract.")]),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
    listContacts: answer({ items: [ada], next: null }),
    previewMove: preview(),
    readMove: answer({ move: { from: row(OTHER), movedAt: AT, undoUntil: "2026-11-20T11:02:00.000Z" } }),
  };
  const open = "click:More actions;click:Move to another contact…";
  const search = `${open};fill:Find a contact by name or address=Berg`;
  const review = `${search};click:Ada Berg`;
  const here = thread(row(HERE), [
    said(1, "Please send me the contract.", { quotedFrom: OTHER, authorId: fixtureId("con", 3), authorName: "Office Northwind" }),
    did(2, "conversation_moved_from", { from: OTHER, waits: true }, MINE),
  ]);
  return [
    { name: "move to another contact", path, act: open, answers },
    { name: "move to another contact, found", path, act: search, answers },
    {
      name: "move to another contact, none found",
      path,
      act: search,
      answers: { ...answers, listContacts: answer({ items: [], next: null }) },
    },
    { name: "move to another contact, search loading", path, act: search, answers: { ...answers, listContacts: "hang" } },
    {
      name: "move to another contact, search error",
      path,
      act: search,
      answers: { ...answers, listContacts: refusal(404, "not_found", "There is no such project.") },
    },
    { name: "move to another contact, preview", path, act: review, answers },
    {
      name: "move to another contact, unverified address",
      path,
      act: review,
      answers: {
        ...answers,
        previewMove: preview({ repliesTo: { email: ada.email, verified: false }, messages: 7, files: 2, merged: true }),
      },
    },
    {
      name: "move to another contact, without an address",
      path,
      act: review,
      answers: { ...answers, previewMove: preview({ repliesTo: null, waits: false }) },
    },
    { name: "move to another contact, preview loading", path, act: review, answers: { ...answers, previewMove: "hang" } },
    {
      name: "move to another contact, preview error",
      path,
      act: review,
      answers: { ...answers, previewMove: refusal(404, "not_found", "There is no such contact in this project.") },
    },
    {
      name: "move to another contact, not possible",
      path,
      act: review,
      answers: { ...answers, previewMove: preview({ refusal: "This contact is blocked. Unblock it first." }) },
    },
    {
      name: "move to another contact, refused",
      path,
      act: `${review};click:Move`,
      answers: { ...answers, moveConversation: refusal(409, "conflict", "The conversation or the contact changed. Try again.") },
    },
    {
      name: "move to another contact, long text",
      path,
      act: `${search};click:${LONG.slice(0, 30)}`,
      answers: {
        ...answers,
        listContacts: answer({ items: [{ ...ada, name: LONG.slice(0, 120) }], next: null }),
        previewMove: preview({ messages: 100, files: 3 }),
      },
    },
    {
      name: "conversation was moved",
      path,
      answers: {
        ...answers,
        openThread: thread(row(HERE, { status: "closed", waitingSince: null }), [
          said(1, "Please send me the contract."),
          did(2, "conversation_moved", { to: OTHER }),
        ]),
      },
    },
    { name: "moved here", path, answers: { ...answers, openThread: here } },
    { name: "moved here, too late to undo", path, answers: { ...answers, openThread: here, readMove: answer({ move: null }) } },
  ];
}
export const conversationTransferStories = /* @__PURE__ */ (() => declare())();
