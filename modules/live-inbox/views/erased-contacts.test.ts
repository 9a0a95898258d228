import { expect, test } from "vitest";
import type { ConversationEvent, ConversationSummary, Message } from "#modules/conversations/contract";
import type { ThreadAnswer } from "./answers.ts";
import { withContact } from "./rows.ts";
import { clearErasedFrame, clearErasedRow, clearErasedThread } from "./erased-contacts.ts";

const at = "2030-01-01T10:00:00.000Z";
const actor = { role: "visitor" as const, id: null, name: null };
type State = ThreadAnswer["contact"]["state"];
const contact = (id: string, state: State = "active") => ({
  id: `con_${id}` as ConversationSummary["contact"]["id"],
  name: state === "active" ? "Ada" : null,
  email: state === "active" ? "ada@example.test" : null,
  emailVerified: state === "active",
  state,
});
const row = (id: string, state?: State): ConversationSummary => ({
  id: `cnv_${id}` as ConversationSummary["id"],
  contact: contact(id, state),
  status: "open",
  snoozedUntil: null,
  assigneeId: null,
  revision: 2,
  preview: "my secret",
  previewRole: "visitor",
  previewAutomatic: false,
  subject: null,
  createdAt: at,
  lastActivityAt: at,
  waitingSince: null,
  visitorMessages: 1,
  unread: 0,
  door: "widget",
});
const message = (revision: number): Message => ({
  id: `msg_${revision}` as Message["id"],
  conversationId: "cnv_a" as Message["conversationId"],
  revision,
  authorRole: "visitor",
  authorId: null,
  authorName: null,
  createdAt: at,
  content: "my secret",
  attachments: [{ id: "fil_1" as never, name: "passport.png", size: 1, type: "image/png", inline: true }],
  origin: { door: "email", automatic: { reasons: [{ rule: "subject-prefix", evidence: "Subject: my secret" }] } },
  erased_at: null,
  clientId: "",
});
const events: ConversationEvent[] = [
  { kind: "message", revision: 1, createdAt: at, actor, message: message(1) },
  { kind: "note", revision: 2, createdAt: at, actor: { role: "operator", id: "acc_1", name: "Olga" }, note: message(2) },
];
const thread = (id: string, state?: State): ThreadAnswer => ({
  conversation: row(id, state),
  contact: {
    ...contact(id, state),
    identifier: "user_1",
    metadata: { plan: "gold" },
    createdAt: at,
    lastSeenAt: at,
    lastPage: { url: "https://example.test/secret", title: "secret" },
  },
  events,
  before: null,
  readRevision: 0,
  customerReadRevision: 0,
  drafts: [{ kind: "reply", content: "secret draft", attachments: [], updatedAt: at }],
  head: 9,
});
const frame = (id: string, revision: number) => ({
  type: "event" as const,
  seq: revision,
  conversationId: `cnv_${id}`,
  revision,
  event: { kind: "message" as const, revision, createdAt: at, actor, message: message(revision) },
  conversation: { ...row(id), revision },
});
const SAID = /secret|Ada|ada@|gold|user_1|passport|fil_1/;

test("once an erasure begins, no content or personal data is left, but rows, rules and times are", () => {
  const now = clearErasedThread(thread("here", "erasing"));
  expect(JSON.stringify(now)).not.toMatch(SAID);
  expect(now.events.map((event) => [event.kind, event.revision, event.createdAt])).toEqual([
    ["message", 1, at],
    ["note", 2, at],
  ]);
  expect(now.events[0]).toMatchObject({
    message: { erased_at: expect.any(String) as string, origin: { automatic: { reasons: [{ rule: "subject-prefix", evidence: "" }] } } },
  });
  expect(now.drafts).toEqual([]);
});

test("other contacts keep their data", () => {
  const other = thread("other");
  expect(clearErasedThread(other)).toBe(other);
  expect(clearErasedRow(other.conversation)).toBe(other.conversation);
  const pages = [{ items: [other.conversation], next: null }];
  expect(withContact(pages, contact("somebody", "erasing"))).toBe(pages);
});

test("a frame, row or thread that was in transit during the erasure restores nothing", () => {
  const pages = withContact([{ items: [row("late")], next: null }], contact("late", "erasing"));
  expect(JSON.stringify(pages)).not.toMatch(SAID);
  for (const late of [
    clearErasedFrame(frame("late", 1)),
    clearErasedFrame(frame("late", 3)),
    clearErasedRow(row("late")),
    clearErasedThread(thread("late")),
  ])
    expect(JSON.stringify(late)).not.toMatch(SAID);
});

test("an erased contact stays erased when a slow response arrives", () => {
  expect(clearErasedRow(row("done", "erased")).contact.state).toBe("erased");
  expect(clearErasedRow(row("done", "erasing")).contact.state).toBe("erased");
  expect(clearErasedRow(row("done")).contact).toMatchObject({ state: "erased", name: null });
});

test("what was moved from a conversation of an erased contact is emptied in that of the other one, whose words stay", () => {
  const moved = (revision: number, change: Partial<Message>): ConversationEvent => ({
    ...{ kind: "message", revision, createdAt: at, actor },
    message: { ...message(revision), quotedFrom: "cnv_former" as never, ...change },
  });
  const theirs = moved(1, { authorId: "con_former", authorName: "Ada" });
  const answer = moved(2, { authorRole: "operator", authorId: "acc_1", authorName: "Olga" });
  const own: ConversationEvent = { kind: "message", revision: 3, createdAt: at, actor, message: { ...message(3), content: "mine" } };
  const held = { ...thread("goes_on"), events: [theirs, answer, own] };
  expect(clearErasedThread(held)).toBe(held);
  clearErasedRow(row("former", "erasing"));
  const now = clearErasedThread(held);
  expect(JSON.stringify(now.events.slice(0, 2))).not.toMatch(SAID);
  expect(now.events[2]).toBe(own);
  expect(now.drafts).toEqual(held.drafts);
});
