import type { ConversationEvent } from "#modules/conversations/contract";
import { expect, test } from "vitest";
import type { VisitorConversation } from "../../contract.ts";
import { unreadOf, withEvent, withRead, withRows } from "./list-state.ts";

const at = (n: number) => `2030-01-01T00:00:0${n}.000Z`;
const row = (id: string, more: Partial<VisitorConversation> = {}): VisitorConversation => ({
  id: id as never,
  status: "open",
  createdAt: at(0),
  lastActivityAt: at(1),
  revision: 1,
  preview: "p",
  previewRole: "visitor",
  unread: 0,
  readRevision: 0,
  operatorReadRevision: 0,
  ...more,
});
const says = (revision: number, authorRole: "visitor" | "operator", content: string): ConversationEvent =>
  ({
    kind: "message",
    revision,
    createdAt: at(revision),
    actor: { role: authorRole, id: null, name: null },
    message: { content, attachments: [], authorRole },
  }) as unknown as ConversationEvent;

test("rows are unique, newest first, and never replaced by older ones", () => {
  const list = withRows(
    [row("a", { revision: 5, preview: "new" })],
    [row("a", { revision: 3, preview: "old" }), row("b", { lastActivityAt: at(2) })],
  );
  expect(list.map(({ id, preview }) => [id, preview])).toEqual([
    ["b", "p"],
    ["a", "new"],
  ]);
});
test("a reply counts as unread once; a message of the visitor does not, and reopens the conversation", () => {
  const one = withEvent([row("a")], "a", says(2, "operator", "Hi there")) ?? [];
  expect(one[0]).toMatchObject({ unread: 1, preview: "Hi there", previewRole: "operator", lastActivityAt: at(2) });
  expect(withEvent(one, "a", says(2, "operator", "x"))).toBe(one);
  expect(withEvent([row("a", { status: "closed" })], "a", says(2, "visitor", "x"))?.[0]).toMatchObject({ status: "open", unread: 0 });
});
test("an unknown conversation has to be fetched", () => {
  expect(withEvent([row("a")], "z", says(2, "operator", "x"))).toBeUndefined();
});
test("a response from before a read mark does not restore the unread count", () => {
  const read = withRead([row("a", { revision: 4, unread: 2 })], "a", 4);
  expect(withRows(read, [row("a", { revision: 5, unread: 2 })])[0]).toMatchObject({ revision: 5, unread: 0, readRevision: 4 });
});
test("reading clears the count of that conversation", () => {
  expect(unreadOf(withRead([row("a", { unread: 2 }), row("b", { unread: 1 })], "a", 4))).toBe(1);
});
