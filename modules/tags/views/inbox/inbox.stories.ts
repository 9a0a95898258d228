// Stories of tags in the inbox.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { longTag, tagId, tagList, TAGS } from "../tags.fixtures.ts";

const CONVERSATION = fixtureId("cnv", 1);
const AT = "2026-11-20T10:02:00.000Z";
const row = (n: number, name: string, tags: readonly number[]) => ({
  id: fixtureId("cnv", n),
  contact: { id: fixtureId("con", n), name, email: null, emailVerified: false, state: "active" },
  ...{ status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 4, preview: "I would like my money back.", previewRole: "visitor" },
  ...{ previewAutomatic: false, createdAt: AT, lastActivityAt: AT, waitingSince: null, visitorMessages: 1, unread: 0, door: "widget" },
  subject: null,
  ...(tags.length === 0 ? {} : { fields: { tags: tags.map(tagId).join(",") } }),
});
const contact = {
  ...{ id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, identifier: null, metadata: {}, state: "active" },
  ...{ createdAt: AT, lastSeenAt: null, lastPage: null },
};
const TOMAS = { role: "operator", id: fixtureId("acc", 2), name: "Tomás Álvarez" };
const event = (revision: number, added: readonly number[], removed: readonly number[], actor: object = TOMAS) => ({
  ...{ revision, createdAt: AT, actor, kind: "activity", name: "tagged" },
  data: { added: added.map(tagId), removed: removed.map(tagId) },
});

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const list = `/projects/${PROJECT_ID}/inbox/all`;
  const path = `${list}/${CONVERSATION}`;
  // Phones have the control there.
  const details = `${path}/details`;
  const rows = [
    row(1, "Amara Okafor", [4, 1]),
    row(2, "Jonas Weber", [1, 2, 3, 6]),
    row(3, "Li Na", [10, 4, 7]),
    row(4, "Priya Raman", []),
    row(5, "Sara Bianchi", [5]),
  ];
  const thread = (tags: readonly number[], events: readonly object[]) =>
    answer({
      ...{ conversation: row(1, "Amara Okafor", tags), contact, events, before: null, readRevision: 4, customerReadRevision: 0 },
      ...{ drafts: [], head: 0 },
    });
  const answers = {
    ...frame(),
    listConversations: answer({ items: rows, next: null, head: 0 }),
    countConversations: answer({ all: 5, mine: 5, unassigned: 0, snoozed: 0, closed: 0, unread: 0, head: 0 }),
    listTags: answer(tagList([...TAGS(), longTag()])),
    openThread: thread(
      [4, 1],
      [event(1, [4, 2], []), event(2, [], [2]), event(3, [1], [5], { role: "operator", id: ME.id, name: ME.name })],
    ),
    readProfileState: answer({ on: false, any: false }),
    markRead: answer({ readRevision: 4 }),
  };
  return [
    { name: "tag chips", path: list, answers },
    { name: "tags in a thread", path, answers },
    { name: "tag picker", path: details, act: "click:Tag;see:Feature request", answers },
    { name: "tag picker, a new one", path: details, act: "click:Tag;see:Feature request;fill:Tag this conversation=Warranty", answers },
    {
      name: "tag picker without tags",
      path: details,
      act: "click:Tag;see:No tags yet",
      answers: { ...answers, listTags: answer(tagList([])), openThread: thread([], []) },
    },
    {
      name: "tag picker, error",
      path: details,
      act: "click:Tag",
      answers: { ...answers, listTags: refusal(500, "internal", "Something went wrong.") },
    },
    { name: "tags on a phone", path: details, answers },
    { name: "tag filter", path: list, act: "click:Filter by tag;see:Black Friday 2025", answers },
    {
      name: "tag refused",
      path: details,
      act: "click:Tag;see:Shipping;fill:Tag this conversation=Shipping;press:Enter;press:Escape",
      answers: { ...answers, tagConversation: refusal(409, "conflict", "The conversation has this tag already.") },
    },
  ];
}
export const inboxStories = /* @__PURE__ */ (() => declare())();
