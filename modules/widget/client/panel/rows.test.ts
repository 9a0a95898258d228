import type { ConversationEvent } from "#modules/conversations/contract";
import { expect, test } from "vitest";
import { emptyThread } from "./thread-state.ts";
import { daysBack, dayOf } from "./dates.ts";
import { rowsOf } from "./rows.ts";

const says = (revision: number, authorRole: "visitor" | "operator" | "assistant", minute: number, day = 1): ConversationEvent => {
  const createdAt = new Date(2030, 0, day, 12, minute).toISOString();
  return {
    kind: "message",
    revision,
    createdAt,
    message: {
      id: `m${revision}`,
      revision,
      authorRole,
      authorId: authorRole,
      createdAt,
      clientId: authorRole === "assistant" ? "answer" : `c${revision}`,
      content: "x",
    },
  } as unknown as ConversationEvent;
};
const status = (revision: number, to: "open" | "closed") =>
  ({ kind: "status", revision, createdAt: new Date(2030, 0, 2).toISOString(), status: to, until: null }) as unknown as ConversationEvent;
const kinds = (events: ConversationEvent[]) =>
  rowsOf({ ...emptyThread, events }).map((row) =>
    row.kind === "message" ? `${row.first ? "[" : ""}${row.key}${row.last ? "]" : ""}` : row.kind,
  );

test("days get a divider, and an author's messages within five minutes form a group", () => {
  expect(
    kinds([says(1, "visitor", 0), says(2, "visitor", 1), says(3, "visitor", 20), says(4, "operator", 21), says(5, "operator", 22, 2)]),
  ).toEqual(["day", "[c1", "c2]", "[c3]", "[c4]", "day", "[c5]"]);
});
test("no two messages of the assistant have the same key", () => {
  expect(kinds([says(1, "visitor", 0), says(2, "assistant", 1), says(3, "assistant", 20)])).toEqual(["day", "[c1]", "[m2]", "[m3]"]);
});
test("a closed conversation is marked only while nothing follows", () => {
  expect(kinds([says(1, "visitor", 0), status(2, "closed")])).toEqual(["day", "[c1]", "closed"]);
  expect(kinds([says(1, "visitor", 0), status(2, "closed"), says(3, "visitor", 9)])).toEqual(["day", "[c1]", "[c3]"]);
  expect(kinds([says(1, "visitor", 0), status(2, "closed"), status(3, "open")])).toEqual(["day", "[c1]"]);
});
test("a pending message is in the group where it will be stored", () => {
  const at = Date.parse(new Date(2030, 0, 1, 12, 3).toISOString());
  const out = (clientId: string) => ({ clientId, content: "", attachments: [], at, target: undefined, failure: null });
  const edges = (events: ConversationEvent[]) =>
    rowsOf({ ...emptyThread, events, outgoing: [out("a"), out("b")] }).flatMap((row) => ("last" in row ? [[row.first, row.last]] : []));
  expect(edges([says(1, "visitor", 0)])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  for (const apart of [says(1, "operator", 0), says(1, "visitor", -9)])
    expect(edges([apart])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
});
test("days are counted by calendar", () => {
  const now = new Date(2030, 5, 15, 0, 5).getTime();
  expect([daysBack(new Date(2030, 5, 14, 23, 55).getTime(), now), daysBack(now, now)]).toEqual([1, 0]);
  expect(dayOf("en", new Date(2030, 5, 11).getTime(), now)).toBe("Tuesday");
  expect(dayOf("en", new Date(2030, 3, 2).getTime(), now)).toBe("Apr 2");
  expect(dayOf("en", new Date(2028, 3, 2).getTime(), now)).toBe("Apr 2, 2028");
});
