// Stories of merging conversations, in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const [HERE, OTHER] = [fixtureId("cnv", 1), fixtureId("cnv", 2)];
const person = { id: fixtureId("con", 1), name: "Jonas Weber", email: "jonas@northwind.example", emailVerified: true, state: "active" };
const row = (id: string, more: object = {}) => ({
  ...{ id, contact: person, status: "open", snoozedUntil: null, assigneeId: null, revision: 4, previewRole: "visitor" },
  ...{ preview: "The export stops after a minute", previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: AT },
  ...{ visitorMessages: 1, unread: 0, door: "widget", subject: null },
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
const did = (revision: number, name: string, data: object, actor: object = TOMAS) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name, data },
});
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(2).slice(0, 150);

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/inbox/all/${HERE}`;
  const contact = { ...person, identifier: null, metadata: {}, createdAt: AT, lastSeenAt: null, lastPage: null };
  const thread = (conversation: object, events: readonly object[], drafts: readonly object[] = []) =>
    answer({ ...{ conversation, contact, events, before: null, readRevision: 9, customerReadRevision: 0 }, drafts, head: 0 });
  const list = (items: readonly object[]) => answer({ items, next: null, head: 0 });
  const other = row(OTHER, { preview: "My invoice is wrong", status: "closed", waitingSince: null });
  const preview = (more: object = {}) =>
    answer({
      ...{ from: row(HERE), into: other, messages: 3, notes: 1, files: 2, followers: 1, status: "open", waits: true, refusal: null },
      ...more,
    });
  const answers = {
    ...frame(),
    listConversations: list([row(HERE), other]),
    countConversations: answer({ all: 1, mine: 0, unassigned: 1, snoozed: 0, closed: 5, unread: 0, head: 0 }),
    openThread: thread(row(HERE), [said(1, "The export stops after a minute.")]),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
    previewMerge: preview(),
    listEvents: answer({
      items: [
        said(1, "My invoice is wrong."),
        said(2, "We look into it.", { authorRole: "operator", authorId: TOMAS.id, authorName: TOMAS.name }),
        { ...said(3, ""), kind: "note", note: { ...said(3, "Asked accounting.").message, authorRole: "operator", authorName: TOMAS.name } },
      ],
      next: "1",
    }),
    readMerge: answer({ merge: { into: other, mergedAt: AT, undoUntil: "2026-11-20T11:02:00.000Z" } }),
  };
  const open = "click:More actions;click:Merge into another conversation…";
  const review = `${open};click:My invoice is wrong`;
  const merged = row(HERE, { status: "closed", mergedInto: OTHER, waitingSince: null });
  const joined = thread(row(HERE), [
    said(1, "The export stops after a minute."),
    did(2, "conversation_joined", { from: OTHER }),
    did(3, "conversation_parted", { from: OTHER }, { role: "operator", id: ME.id, name: ME.name }),
  ]);
  return [
    { name: "merge conversations", path, act: open, answers },
    { name: "merge conversations, none", path, act: open, answers: { ...answers, listConversations: list([row(HERE)]) } },
    { name: "merge conversations, preview", path, act: review, answers },
    { name: "merge conversations, preview loading", path, act: review, answers: { ...answers, previewMerge: "hang" } },
    {
      name: "merge conversations, preview error",
      path,
      act: review,
      answers: { ...answers, previewMerge: refusal(404, "not_found", "There is no such conversation in this project.") },
    },
    {
      name: "merge conversations, not possible",
      path,
      act: review,
      answers: { ...answers, previewMerge: preview({ refusal: "One of the two is spam. Mark it as not spam first." }) },
    },
    {
      name: "merge conversations, refused",
      path,
      act: `${review};click:Merge`,
      answers: { ...answers, mergeConversation: refusal(409, "conflict", "One of the conversations changed. Try again.") },
    },
    {
      name: "merge conversations, long text",
      path,
      act: `${open};click:${LONG.slice(0, 30)}`,
      answers: {
        ...answers,
        listConversations: list([row(HERE), { ...other, preview: LONG }]),
        previewMerge: preview({ into: { ...other, preview: LONG }, messages: 500 }),
      },
    },
    {
      name: "merged conversation",
      path,
      answers: {
        ...answers,
        listConversations: list([merged, other]),
        openThread: thread(merged, [said(1, "The export stops after a minute."), did(2, "conversation_merged", { into: OTHER })]),
      },
    },
    {
      name: "merged conversation with a draft",
      path,
      answers: {
        ...answers,
        listConversations: list([merged, other]),
        openThread: thread(
          merged,
          [said(1, "The export stops after a minute."), did(2, "conversation_merged", { into: OTHER })],
          [
            { kind: "reply", content: `Please try it again.\n\n${LONG}`, attachments: [], updatedAt: AT },
            { kind: "note", content: "Ask Ben first", attachments: [], updatedAt: AT },
          ],
        ),
      },
    },
    { name: "merged into this one", path, act: "click:Show its messages", answers: { ...answers, openThread: joined } },
    {
      name: "merged into this one, undone",
      path,
      act: "click:Show its messages",
      answers: { ...answers, openThread: joined, readMerge: answer({ merge: null }) },
    },
    {
      name: "merged into this one, error",
      path,
      act: "click:Show its messages",
      answers: { ...answers, openThread: joined, listEvents: refusal(404, "not_found", "There is no such conversation in this project.") },
    },
  ];
}
export const conversationMergeStories = /* @__PURE__ */ (() => declare())();
