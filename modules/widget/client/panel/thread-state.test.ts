import type { ConversationEvent } from "#modules/conversations/contract";
import { describe, expect, test } from "vitest";
import {
  emptyThread,
  hasGap,
  newestForeign,
  newestSeen,
  onlyOutgoing,
  type Outgoing,
  reduce,
  type Thread,
  type ThreadAction,
} from "./thread-state.ts";

const createdAt = "2030-01-01T00:00:00.000Z";
const actor = { role: "operator", id: null, name: "Mia" } as const;
function message(revision: number, authorRole: "visitor" | "operator" = "operator", clientId = `c${revision}`): ConversationEvent {
  const origin = { door: "widget", automatic: null } as const;
  const body = {
    id: `msg_${revision}` as never,
    conversationId: "cnv_1" as never,
    revision,
    authorRole,
    authorId: null,
    authorName: null,
    createdAt,
    content: `text ${revision}`,
    attachments: [],
    origin,
    erased_at: null,
    clientId,
  };
  return { kind: "message", revision, createdAt, actor, message: body };
}
const erased = (revision: number): ConversationEvent => ({ kind: "erased", revision, createdAt, actor });
const out = (clientId: string): Outgoing => ({ clientId, content: "hi", attachments: [], at: 1, target: undefined, failure: null });
const run = (start: Thread, ...actions: ThreadAction[]) => actions.reduce(reduce, start);
const revisions = (thread: Thread) => thread.events.map(({ revision }) => revision);
const loaded = run(emptyThread, { type: "page", items: [message(1), message(4)], before: null });

describe("receiving events", () => {
  test("a frame that follows the known events is applied, even across revisions that the visitor cannot see", () => {
    const thread = run(loaded, { type: "frame", event: message(9), previous: 4 });
    expect(revisions(thread)).toEqual([1, 4, 9]);
    expect(thread.frontier).toBe(9);
    expect(hasGap(thread)).toBe(false);
  });

  test("a repeated frame changes nothing", () => {
    expect(run(loaded, { type: "frame", event: message(4), previous: 1 })).toBe(loaded);
  });

  test("a frame after a gap waits until the gap is fetched", () => {
    const gap = run(loaded, { type: "frame", event: message(9), previous: 7 });
    expect(revisions(gap)).toEqual([1, 4]);
    expect(hasGap(gap)).toBe(true);
    const whole = run(gap, { type: "after", items: [message(6), message(7), message(9)] });
    expect(revisions(whole)).toEqual([1, 4, 6, 7, 9]);
    expect(hasGap(whole)).toBe(false);
  });

  test("a gap of two pages is filled by two requests", () => {
    const gap = run(loaded, { type: "frame", event: message(9), previous: 7 }, { type: "after", items: [message(6)] });
    expect(hasGap(gap)).toBe(true);
    expect(revisions(run(gap, { type: "after", items: [message(7)] }))).toEqual([1, 4, 6, 7, 9]);
  });

  test("an empty page ends the search for missing events", () => {
    const thread = run(loaded, { type: "frame", event: message(9), previous: 7 }, { type: "after", items: [] });
    expect(revisions(thread)).toEqual([1, 4, 9]);
    expect(hasGap(thread)).toBe(false);
  });

  test("frames before the first page wait for it", () => {
    const early = run(emptyThread, { type: "frame", event: message(5), previous: 4 }, { type: "frame", event: message(5), previous: 4 });
    expect(hasGap(early)).toBe(false);
    expect(revisions(run(early, { type: "page", items: [message(1), message(4)], before: null }))).toEqual([1, 4, 5]);
    expect(revisions(run(early, { type: "page", items: [message(4), message(5)], before: null }))).toEqual([4, 5]);
  });

  test("frames that arrive out of order are sorted", () => {
    expect(
      revisions(run(loaded, { type: "frame", event: message(6), previous: 5 }, { type: "frame", event: message(5), previous: 4 })),
    ).toEqual([1, 4, 5, 6]);
  });

  test("older pages are prepended and do not move the frontier", () => {
    const thread = run(
      emptyThread,
      { type: "page", items: [message(7), message(8)], before: 7 },
      { type: "older", items: [message(3), message(5)], before: 3 },
    );
    expect(revisions(thread)).toEqual([3, 5, 7, 8]);
    expect([thread.frontier, thread.before]).toEqual([8, 3]);
  });

  test("the response to a sent message does not hide events before it", () => {
    const thread = run(loaded, { type: "stored", event: message(8, "visitor"), clientId: "c8" });
    expect([revisions(thread), thread.frontier]).toEqual([[1, 4, 8], 4]);
    expect(
      revisions(
        run(thread, { type: "frame", event: message(6), previous: 4 }, { type: "frame", event: message(8, "visitor"), previous: 6 }),
      ),
    ).toEqual([1, 4, 6, 8]);
  });
});

describe("sending", () => {
  const sending = run(loaded, { type: "send", outgoing: out("x") });

  test("a message is shown once, whether its response or its frame arrives first", () => {
    const event = message(5, "visitor", "x");
    for (const actions of [
      [
        { type: "stored", event, clientId: "x" },
        { type: "frame", event, previous: 4 },
      ],
      [
        { type: "frame", event, previous: 4 },
        { type: "stored", event, clientId: "x" },
      ],
    ] satisfies ThreadAction[][]) {
      const thread = run(sending, ...actions);
      expect(revisions(thread)).toEqual([1, 4, 5]);
      expect(thread.outgoing).toEqual([]);
    }
  });

  test("a refused message stays with the server's message and its id until it is retried or discarded", () => {
    const failed = run(sending, { type: "tried", clientId: "x", now: { failure: { error: "Too many messages.", retryAt: 9 } } });
    expect(failed.outgoing).toMatchObject([{ clientId: "x", content: "hi", failure: { error: "Too many messages.", retryAt: 9 } }]);
    expect(run(failed, { type: "tried", clientId: "x", now: { failure: null } }).outgoing).toMatchObject([
      { clientId: "x", failure: null },
    ]);
    expect(run(failed, { type: "discard", clientId: "x" }).outgoing).toEqual([]);
  });

  test("a lost response is no failure once the frame has arrived", () => {
    const thread = run(
      sending,
      { type: "frame", event: message(5, "visitor", "x"), previous: 4 },
      { type: "tried", clientId: "x", now: { failure: { error: "offline", retryAt: 0 } } },
    );
    expect(thread.outgoing).toEqual([]);
  });

  test("a fetched page confirms messages too, and keeps pending ones", () => {
    const two = run(sending, { type: "send", outgoing: out("y") });
    expect(
      run(two, { type: "page", items: [message(4), message(5, "visitor", "x")], before: null }).outgoing.map(({ clientId }) => clientId),
    ).toEqual(["y"]);
  });
});

test("an erasure empties everything before it", () => {
  const thread = run(loaded, { type: "frame", event: erased(5), previous: 4 });
  expect(thread.events.map((event) => (event.kind === "message" ? [event.message.content, event.message.erased_at] : event.kind))).toEqual([
    ["", createdAt],
    ["", createdAt],
    "erased",
  ]);
});

test("the seen mark only moves forward and is shown on the newest message of the visitor", () => {
  const thread = run(loaded, { type: "frame", event: message(5, "visitor"), previous: 4 }, { type: "seen", revision: 4 });
  expect(newestSeen(thread)).toBeUndefined();
  const seen = run(thread, { type: "seen", revision: 5 }, { type: "seen", revision: 2 });
  expect([seen.seen, newestSeen(seen)?.revision, newestForeign(seen)]).toEqual([5, 5, 4]);
  const further = run(seen, { type: "frame", event: message(6, "visitor"), previous: 5 });
  expect(newestSeen(further)?.revision).toBe(5);
  expect(newestSeen(run(further, { type: "frame", event: message(7), previous: 6 }))).toBeUndefined();
});

test("frames in any order and repetition, with gaps fetched, end in the same thread", () => {
  const all = Array.from({ length: 12 }, (_, i) => message(i * 2 + 1));
  const frames = all.map((event, i) => ({ type: "frame", event, previous: all[i - 1]?.revision ?? 0 }) as const);
  for (let seed = 1; seed < 60; seed++) {
    let thread = run(emptyThread, { type: "page", items: all.slice(0, 2), before: null });
    const shuffled = [...frames, ...frames].map((frame, i) => [Math.sin(seed * 97 + i * 31), frame] as const).sort((a, b) => a[0] - b[0]);
    for (const [chance, frame] of shuffled) {
      thread = reduce(thread, frame);
      if (chance > 0.8 && hasGap(thread))
        thread = reduce(thread, { type: "after", items: all.filter(({ revision }) => revision > (thread.frontier ?? 0)).slice(0, 3) });
    }
    while (hasGap(thread))
      thread = reduce(thread, { type: "after", items: all.filter(({ revision }) => revision > (thread.frontier ?? 0)).slice(0, 3) });
    expect(revisions(thread)).toEqual(all.map(({ revision }) => revision));
  }
});

test("pending messages survive when everything else has to be fetched again", () => {
  const outgoing = { clientId: "c", content: "hello", attachments: [], at: 1, target: "cnv_1", failure: null };
  const waiting = run(loaded, { type: "send", outgoing });
  expect(onlyOutgoing({ cnv_1: waiting, cnv_2: loaded, new: emptyThread })).toEqual({ cnv_1: { ...emptyThread, outgoing: [outgoing] } });
});
