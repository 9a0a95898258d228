// Stories of splitting messages off, in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const [HERE, OTHER] = [fixtureId("cnv", 1), fixtureId("cnv", 2)];
const person = { id: fixtureId("con", 1), name: "Jonas Weber", email: "jonas@northwind.example", emailVerified: true, state: "active" };
const row = (id: string, more: object = {}) => ({
  ...{ id, contact: person, status: "open", snoozedUntil: null, assigneeId: null, revision: 4, previewRole: "visitor" },
  ...{ preview: "And my invoice is wrong", previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: AT },
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
  const preview = (more: object = {}) =>
    answer({ ...{ messages: 1, replies: 0, files: 0, waits: true, stillWaits: true, refusal: null }, ...more });
  const both = [said(1, "The export stops after a minute."), said(2, "And my invoice is wrong.")];
  const answers = {
    ...frame(),
    listConversations: answer({ items: [row(HERE)], next: null, head: 0 }),
    countConversations: answer({ all: 1, mine: 0, unassigned: 1, snoozed: 0, closed: 5, unread: 0, head: 0 }),
    openThread: thread(row(HERE), both),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
    previewSplit: preview(),
    readSplit: answer({ split: { from: row(OTHER), splitAt: AT, undoUntil: "2026-11-20T11:02:00.000Z" } }),
  };
  const open = "click:More actions;click:Split off a message…";
  const review = `${open};click:And my invoice is wrong.`;
  const begun = thread(row(HERE), [
    said(1, "And my invoice is wrong.", { quotedFrom: OTHER }),
    did(2, "conversation_split_off", { from: OTHER }, MINE),
  ]);
  const withdrawn = row(HERE, { status: "closed", mergedInto: OTHER, withdrawn: true, waitingSince: null });
  return [
    { name: "split off a message", path, act: open, answers },
    { name: "split off a message, preview", path, act: review, answers },
    { name: "split off a message, preview loading", path, act: review, answers: { ...answers, previewSplit: "hang" } },
    {
      name: "split off a message, preview error",
      path,
      act: review,
      answers: { ...answers, previewSplit: refusal(404, "not_found", "There is no such message in this project.") },
    },
    {
      name: "split off a message, not possible",
      path,
      act: review,
      answers: { ...answers, previewSplit: preview({ refusal: "This message was split off already." }) },
    },
    {
      name: "split off a message, refused",
      path,
      act: `${review};click:Split off`,
      answers: { ...answers, splitConversation: refusal(409, "conflict", "The conversation changed. Try again.") },
    },
    {
      name: "split off a message, none",
      path,
      act: open,
      answers: {
        ...answers,
        openThread: thread(row(HERE), [said(1, "Hello.", { authorRole: "operator", authorId: TOMAS.id, authorName: TOMAS.name })]),
      },
    },
    {
      name: "split off a message, long text",
      path,
      act: `${open};click:${LONG.slice(0, 30)}`,
      answers: {
        ...answers,
        openThread: thread(row(HERE), [said(1, "Hello."), said(2, LONG)]),
        previewSplit: preview({ messages: 80, replies: 20, files: 12, stillWaits: false }),
      },
    },
    {
      name: "messages were split off",
      path,
      answers: {
        ...answers,
        openThread: thread(row(HERE), [
          ...both,
          did(3, "messages_split_off", { to: OTHER, messages: 1 }),
          did(4, "messages_rejoined", { to: OTHER }),
        ]),
      },
    },
    { name: "split-off conversation", path, answers: { ...answers, openThread: begun } },
    {
      name: "split-off conversation, too late to undo",
      path,
      answers: { ...answers, openThread: begun, readSplit: answer({ split: null }) },
    },
    {
      name: "split-off conversation, undone",
      path,
      answers: {
        ...answers,
        listConversations: answer({ items: [withdrawn], next: null, head: 0 }),
        openThread: thread(withdrawn, [
          said(1, "And my invoice is wrong.", { quotedFrom: OTHER }),
          did(2, "conversation_split_off", { from: OTHER }),
          did(3, "split_undone", { from: OTHER }),
        ]),
        readSplit: answer({ split: null }),
      },
    },
  ];
}
export const conversationSplitStories = /* @__PURE__ */ (() => declare())();
