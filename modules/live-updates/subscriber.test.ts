import fc from "fast-check";
import { expect, test } from "vitest";
import { matches, type RevocationFilter, FRAME_LIMIT, type Subscriber, countFrame } from "./subscriber.ts";

const olga: Subscriber = { kind: "member", projectId: "p", accountId: "olga", sessionId: "s1", name: "Olga" };
const elsewhere: Subscriber = { ...olga, sessionId: "s2" };
const mia: Subscriber = { kind: "member", projectId: "p", accountId: "mia", sessionId: "s3", name: "Mia" };
const guest: Subscriber = { kind: "visitor", projectId: "p", contactId: "olga", sessionId: "v1" };

const closed = (filter: RevocationFilter): string[] =>
  [olga, elsewhere, mia, guest].filter((subscriber) => matches(filter, subscriber)).map((subscriber) => subscriber.sessionId);

test("a revocation closes exactly the subscribers that it concerns", () => {
  expect(closed({ reason: "project_deleted" })).toEqual(["s1", "s2", "s3", "v1"]);
  expect(closed({ reason: "membership_lost", accountId: "olga" })).toEqual(["s1", "s2"]);
  expect(closed({ reason: "session_revoked", accountId: "olga", sessionId: "s1" })).toEqual(["s1"]);
  expect(closed({ reason: "session_revoked", accountId: "olga", exceptSessionId: "s1" })).toEqual(["s2"]);
  expect(closed({ reason: "session_revoked", sessionId: "v1" })).toEqual(["v1"]);
  // Naming another person's session does not close it.
  expect(closed({ reason: "session_revoked", accountId: "olga", sessionId: "s3" })).toEqual([]);
});

test("twenty frames are accepted in ten seconds, and none until those are over", () => {
  let window: ReturnType<typeof countFrame> = { startedAt: 1000, count: 0 };
  for (let i = 0; i < FRAME_LIMIT.frames; i += 1) {
    window = window && countFrame(window, 1000 + i);
    expect(window?.count).toBe(i + 1);
  }
  if (!window) return expect.unreachable();
  expect(countFrame(window, 10_999)).toBeUndefined();
  expect(countFrame(window, 11_000)).toEqual({ startedAt: 11_000, count: 1 });
});

test("no window accepts more than its frames, at whatever pace they arrive", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2000), { maxLength: 200 }), (waits) => {
      let now = 0;
      let window: { startedAt: number; count: number } = { startedAt: 0, count: 0 };
      const passed: number[] = [];
      for (const wait of waits) {
        now += wait;
        const next = countFrame(window, now);
        if (!next) continue;
        window = next;
        passed.push(now);
      }
      // Any ten seconds can overlap two windows, so twice the frames is the most.
      for (const from of passed)
        expect(passed.filter((at) => at >= from && at < from + FRAME_LIMIT.perMs).length).toBeLessThanOrEqual(2 * FRAME_LIMIT.frames);
    }),
  );
});
