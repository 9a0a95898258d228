// Tests the checker itself: a clean history passes, and every planted fault is found.
import assert from "node:assert/strict";
import { test } from "vitest";
import { check, type Entry, type Final, type Violation } from "./check.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? Draft<I>[] : T[K] extends object ? Draft<T[K]> : T[K] };

/**
 * Two projects. In the first a visitor opens a conversation with an attachment, the team adds a note, replies, and closes it, and one message
 * is refused.
 */
function cleanRun(): { history: Entry[]; final: Draft<Final> } {
  const visitor = { projectId: "p1", scope: "visitor:c1" };
  const team = { projectId: "p1", scope: "operator:a1", conversationId: "v1" };
  const acknowledged = (revision: number) => ({ conversationId: "v1", revision });
  const history: Entry[] = [
    { type: "invoke", op: { id: 1, kind: "upload", ...visitor, clientId: "k1", size: 5 } },
    { type: "ok", op: 1, acknowledged: { fileId: "f1" } },
    { type: "invoke", op: { id: 2, kind: "open", ...visitor, clientId: "k2", text: "hello", files: ["f1"] } },
    { type: "info", op: 2 },
    { type: "ok", op: 2, acknowledged: acknowledged(1) },
    { type: "invoke", op: { id: 3, kind: "note", ...team, clientId: "k3", text: "secret" } },
    { type: "ok", op: 3, acknowledged: acknowledged(2) },
    { type: "invoke", op: { id: 4, kind: "reply", ...team, clientId: "k4", text: "hi" } },
    {
      type: "invoke",
      op: { id: 5, kind: "reply", projectId: "p1", scope: "operator:a2", conversationId: "v1", clientId: "k5", text: "me too" },
    },
    { type: "ok", op: 4, acknowledged: acknowledged(3) },
    { type: "fail", op: 5, code: "stale_frontier" },
    { type: "invoke", op: { id: 6, kind: "status", ...team, clientId: "k6" } },
    { type: "ok", op: 6, acknowledged: acknowledged(4) },
    { type: "invoke", op: { id: 7, kind: "message", ...visitor, conversationId: "v1", clientId: "k7", text: "lost on the way" } },
    { type: "info", op: 7 },
    { type: "invoke", op: { id: 8, kind: "job", projectId: "p1", scope: "system", clientId: "mail:m1" } },
    { type: "ok", op: 8, acknowledged: {} },
  ];
  const event = { projectId: "p1", conversationId: "v1", contactId: "c1" };
  const events = [
    {
      ...event,
      sequence: 1,
      revision: 1,
      kind: "message",
      visible: true,
      previousVisible: 0,
      scope: "visitor:c1",
      clientId: "k2",
      messageId: "m1",
    },
    {
      ...event,
      sequence: 2,
      revision: 2,
      kind: "note",
      visible: false,
      previousVisible: 1,
      scope: "operator:a1",
      clientId: "k3",
      messageId: "m2",
    },
    {
      ...event,
      sequence: 3,
      revision: 3,
      kind: "message",
      visible: true,
      previousVisible: 1,
      scope: "operator:a1",
      clientId: "k4",
      messageId: "m3",
    },
    {
      ...event,
      sequence: 4,
      revision: 4,
      kind: "status",
      visible: true,
      previousVisible: 3,
      scope: "operator:a1",
      clientId: "k6",
      messageId: null,
    },
    {
      projectId: "p2",
      conversationId: "v2",
      contactId: "c2",
      sequence: 1,
      revision: 1,
      kind: "message",
      visible: true,
      previousVisible: 0,
      scope: "visitor:c2",
      clientId: "k9",
      messageId: "m9",
    },
  ];
  const message = { projectId: "p1", conversationId: "v1" };
  const frame = (i: number) => ({ cursor: i + 1, conversationId: "v1", revision: i + 1, kind: events[i]?.kind ?? "", text: "" });
  const visitorFrame = (i: number) => ({ ...frame(i), previous: events[i]?.previousVisible ?? 0 });
  return {
    history,
    final: {
      heads: [
        { projectId: "p1", sequence: 4 },
        { projectId: "p2", sequence: 1 },
      ],
      contacts: [
        { id: "c1", projectId: "p1" },
        { id: "c2", projectId: "p2" },
      ],
      conversations: [
        { projectId: "p1", id: "v1", contactId: "c1", revision: 4, visibleRevision: 4, visitorMessages: 1, teamMessages: 1 },
        { projectId: "p2", id: "v2", contactId: "c2", revision: 1, visibleRevision: 1, visitorMessages: 1, teamMessages: 0 },
      ],
      events,
      messages: [
        { ...message, id: "m1", kind: "message", revision: 1, content: "hello" },
        { ...message, id: "m2", kind: "note", revision: 2, content: "secret" },
        { ...message, id: "m3", kind: "message", revision: 3, content: "hi" },
        { projectId: "p2", conversationId: "v2", id: "m9", kind: "message", revision: 1, content: "elsewhere" },
      ],
      files: [
        {
          id: "f1",
          projectId: "p1",
          objectKey: "o1",
          size: 5,
          state: "attached",
          owner: "visitor:c1",
          clientId: "k1",
          contactId: "c1",
          messageId: "m1",
        },
      ],
      objects: [{ key: "o1", size: 5 }],
      jobs: [{ id: "j1", key: "mail:m1", state: "done", projectId: "p1" }],
      effects: ["mail:m1"],
      counters: [
        { key: "messagesPerContactHour:c1", n: 1 },
        { key: "messagesPerContactHour:c2", n: 1 },
        { key: "uploadsPerContactDay:c1", n: 1 },
        { key: "uploadBytesPerContactDay:c1", n: 5 },
      ],
      limits: { messagesPerContactHour: 2, uploadsPerContactDay: 3 },
      countersWhole: true,
      received: [
        { who: "member", projectId: "p1", frames: [frame(0), frame(1), frame(1), frame(2), frame(3)] },
        { who: "visitor", projectId: "p1", contactId: "c1", frames: [visitorFrame(0), visitorFrame(2), visitorFrame(3)] },
      ],
    },
  };
}

test("a clean history has no violation", () => {
  const { history, final } = cleanRun();
  assert.deepEqual(check(history, final), []);
});

type Plant = (world: ReturnType<typeof cleanRun>) => void;
const at = <T>(items: T[], i: number): T => items.at(i) ?? assert.fail("no such row");
const plants: [string, Violation["invariant"], Plant][] = [
  ["a dropped acknowledgement", "I1", ({ final }) => void final.events.splice(3, 1)],
  ["a message that is stored with another text", "I1", ({ final }) => void (at(final.messages, 2).content = "hi!")],
  ["an acknowledged upload that is gone", "I1", ({ final }) => void final.files.splice(0, 1)],
  ["one clientId stored twice", "I2", ({ final }) => void final.events.push({ ...at(final.events, 2), sequence: 5, revision: 5 })],
  ["one text stored twice under two keys", "I2", ({ final }) => void final.messages.push({ ...at(final.messages, 2), id: "m4" })],
  [
    "a retry that was answered differently",
    "I2",
    ({ history }) => void history.push({ type: "ok", op: 4, acknowledged: { conversationId: "v1", revision: 4 } }),
  ],
  ["swapped revisions", "I3", ({ final }) => void ((at(final.events, 1).revision = 3), (at(final.events, 2).revision = 2))],
  [
    "an order that contradicts acknowledgements",
    "I3",
    ({ history }) =>
      void history.unshift(
        { type: "invoke", op: { id: 99, kind: "status", projectId: "p1", scope: "operator:a1", clientId: "k99" } },
        { type: "ok", op: 99, acknowledged: { conversationId: "v1", revision: 9 } },
      ),
  ],
  ["a gap in the revisions", "I3", ({ final }) => void ((at(final.events, 3).revision = 5), (at(final.conversations, 0).revision = 5))],
  ["a gap in the sequence", "I3", ({ final }) => void ((at(final.events, 3).sequence = 5), (at(final.heads, 0).sequence = 5))],
  ["a torn batch: the event without its message", "I3", ({ final }) => void final.messages.splice(2, 1)],
  ["a torn batch: the conversation is unchanged", "I3", ({ final }) => void (at(final.conversations, 0).teamMessages = 0)],
  ["an attachment that lost its object", "I4", ({ final }) => void final.objects.splice(0, 1)],
  ["an attachment of another size", "I4", ({ final }) => void (at(final.objects, 0).size = 4)],
  [
    "an attachment without a message",
    "I4",
    ({ final }) => void ((at(final.files, 0).messageId = null), (at(final.files, 0).state = "stored")),
  ],
  ["an object without a row", "I4", ({ final }) => void final.objects.push({ key: "o2", size: 1 })],
  [
    "a reservation that cleanup forgot",
    "I4",
    ({ final }) =>
      void final.files.push({ ...at(final.files, 0), id: "f2", clientId: "k8", objectKey: "o8", state: "pending", messageId: null }),
  ],
  ["a lost job", "I5", ({ final }) => void final.jobs.splice(0, 1)],
  ["a running job without a runner", "I5", ({ final }) => void (at(final.jobs, 0).state = "running")],
  ["a doubled effect", "I5", ({ final }) => void final.effects.push("mail:m1")],
  ["a row of another project", "I7", ({ final }) => void (at(final.conversations, 0).contactId = "c2")],
  ["a file bound to another project's contact", "I7", ({ final }) => void (at(final.files, 0).contactId = "c2")],
  ["a counter above its limit", "I9", ({ final }) => void (at(final.counters, 0).n = 3)],
  ["a negative counter", "I9", ({ final }) => void (at(final.counters, 2).n = -1)],
  ["an effect that was not counted", "I9", ({ final }) => void (at(final.counters, 0).n = 0)],
  [
    "a refusal that left a trace",
    "I9",
    ({ final }) => void final.events.push({ ...at(final.events, 2), scope: "operator:a2", clientId: "k5", sequence: 5, revision: 5 }),
  ],
  [
    "a refusal of what an earlier attempt had stored",
    "I9",
    ({ history, final }) =>
      void (history.push({ type: "fail", op: 7, code: "conflict" }),
      final.events.push({ ...at(final.events, 0), clientId: "k7", sequence: 5, revision: 5 })),
  ],
  ["a frame that never came", "S1", ({ final }) => void at(final.received, 0).frames.splice(3, 1)],
  ["frames out of order", "S2", ({ final }) => void at(final.received, 0).frames.reverse()],
  ["a visitor's gap that `previous` hides", "S3", ({ final }) => void (at(at(final.received, 1).frames, 1).previous = 2)],
  ["a note on a visitor's socket", "S4", ({ final }) => void (at(at(final.received, 1).frames, 0).text = "… secret …")],
  [
    "a note's number on a visitor's socket",
    "S4",
    ({ final }) =>
      void at(final.received, 1).frames.push({ cursor: 2, conversationId: "v1", revision: 2, previous: 1, kind: "note", text: "" }),
  ],
  [
    "another project's frame",
    "S4",
    ({ final }) =>
      void at(final.received, 1).frames.push({ cursor: 1, conversationId: "v2", revision: 1, previous: 0, kind: "message", text: "" }),
  ],
];
for (const [name, invariant, plant] of plants) {
  test(`${name} is found as ${invariant}`, () => {
    const world = cleanRun();
    plant(world);
    const found = check(world.history, world.final);
    assert.ok(
      found.some((v) => v.invariant === invariant),
      JSON.stringify(found),
    );
  });
}
