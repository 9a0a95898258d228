import { describe, expect, test } from "vitest";
import type { ConversationEvent } from "#modules/conversations/contract";
import type { Outgoing } from "#modules/live-inbox/views";
import { type Entry, entriesOf, type Marks } from "./entries.ts";

const ME = "acc_me";
const marks: Marks = { me: ME, customerReadRevision: 0, newAfter: undefined, staleAfter: undefined };
const client = (n: number) => `client-${n}`;

function said(
  revision: number,
  role: "visitor" | "operator" | "assistant",
  at: string,
  kind: "message" | "note" = "message",
): ConversationEvent {
  const id = role === "operator" ? ME : null;
  const message = {
    id: `msg_${revision}`,
    conversationId: "cnv",
    revision,
    authorRole: role,
    authorId: id,
    authorName: null,
    createdAt: at,
    content: `n${revision}`,
    attachments: [],
    origin: { door: "widget", automatic: null },
    erased_at: null,
    clientId: role === "assistant" ? "answer" : client(revision),
  };
  return { kind, revision, createdAt: at, actor: { role, id, name: null }, message, note: message } as unknown as ConversationEvent;
}
const outgoing = (n: number): Outgoing => ({
  clientId: client(n),
  kind: "reply",
  content: "Hi",
  attachments: [],
  close: false,
  createdAt: "2030-01-02T10:09:00.000Z",
  state: "sending",
  problem: undefined,
});
const shape = (entries: Entry[]) =>
  entries.map((entry) =>
    entry.type === "bubble"
      ? `${entry.tone}${entry.first ? "(" : ""}${entry.last ? ")" : ""}`
      : entry.type === "divider"
        ? entry.what
        : entry.type,
  );

describe("entries of a thread", () => {
  test("messages of one author within five minutes form a group, and days get a divider", () => {
    const events = [
      said(1, "visitor", "2030-01-01T10:00:00.000Z"),
      said(2, "visitor", "2030-01-01T10:01:00.000Z"),
      said(3, "visitor", "2030-01-01T10:20:00.000Z"),
      said(4, "operator", "2030-01-02T10:21:00.000Z"),
    ];
    expect(shape(entriesOf(events, [], marks))).toEqual(["day", "visitor(", "visitor)", "visitor()", "day", "operator()"]);
  });

  test("no two messages of the assistant have the same key", () => {
    const events = [said(1, "assistant", "2030-01-01T10:00:00.000Z"), said(2, "assistant", "2030-01-01T10:20:00.000Z")];
    expect(entriesOf(events, [], marks).map(({ key }) => key)).toEqual([expect.any(String), "msg_1", "msg_2"]);
  });

  test("a note is never grouped with a reply", () => {
    const events = [said(1, "operator", "2030-01-01T10:00:00.000Z"), said(2, "operator", "2030-01-01T10:00:30.000Z", "note")];
    expect(shape(entriesOf(events, [], marks))).toEqual(["day", "operator()", "note()"]);
  });

  test("an outgoing message is replaced by its event and keeps its key", () => {
    const events = [said(1, "visitor", "2030-01-02T10:00:00.000Z")];
    const pending = entriesOf(events, [outgoing(2)], marks);
    const settled = entriesOf([...events, said(2, "operator", "2030-01-02T10:09:01.000Z")], [outgoing(2)], marks);
    expect([shape(pending), shape(settled)]).toEqual([
      ["day", "visitor()", "operator()"],
      ["day", "visitor()", "operator()"],
    ]);
    expect(pending.at(-1)?.key).toBe(settled.at(-1)?.key);
  });

  test("dividers precede the first new entry of somebody else", () => {
    const events = [
      said(1, "visitor", "2030-01-02T10:00:00.000Z"),
      said(2, "operator", "2030-01-02T10:01:00.000Z"),
      said(3, "visitor", "2030-01-02T10:02:00.000Z"),
    ];
    expect(shape(entriesOf(events, [], { ...marks, newAfter: 1 }))).toEqual(["day", "visitor()", "operator()", "new", "visitor()"]);
    expect(shape(entriesOf(events, [], { ...marks, staleAfter: 2 }))).toEqual(["day", "visitor()", "operator()", "stale", "visitor()"]);
  });

  test("only the last seen reply is marked as seen", () => {
    const events = [1, 2, 3].map((revision) => said(revision, "operator", `2030-01-02T10:0${revision}:00.000Z`));
    const seen = entriesOf(events, [], { ...marks, customerReadRevision: 2 }).map((entry) => entry.type === "bubble" && entry.seen);
    expect(seen).toEqual([false, false, true, false]);
  });
});
