import { describe, expect, test } from "vitest";
import type { ConversationEvent, ConversationSummary, View } from "#modules/conversations/contract";
import { applyFrame, type EventFrame, type Held } from "./apply-frame.ts";
import { joinThreads, mergeEvents, placeEvent, type Thread } from "./events.ts";
import { belongs, countsAfter, placeRow, type RowPage } from "./rows.ts";

const ME = "acc_me";
const at = (minute: number) => `2030-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

function row(id: string, change: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id: `cnv_${id}` as ConversationSummary["id"],
    contact: { id: `con_${id}` as ConversationSummary["contact"]["id"], name: id, email: null, emailVerified: false, state: "active" },
    status: "open",
    snoozedUntil: null,
    assigneeId: null,
    revision: 1,
    preview: "Hello",
    previewRole: "visitor",
    previewAutomatic: false,
    subject: null,
    createdAt: at(0),
    lastActivityAt: at(1),
    waitingSince: null,
    visitorMessages: 1,
    unread: 0,
    door: "widget",
    ...change,
  };
}

function said(revision: number, role: "visitor" | "operator" = "visitor"): ConversationEvent {
  const actor = { role, id: role === "operator" ? ME : null, name: null };
  const message = {
    id: `msg_${revision}` as never,
    conversationId: "cnv_a" as never,
    revision,
    authorRole: role,
    authorId: actor.id,
    authorName: null,
    createdAt: at(revision),
    content: `number ${revision}`,
    attachments: [],
    origin: { door: "widget" as const, automatic: null },
    erased_at: null,
    clientId: `00000000-0000-4000-8000-${String(revision).padStart(12, "0")}`,
  };
  return { kind: "message", revision, createdAt: at(revision), actor, message };
}

const frame = (event: ConversationEvent, conversation: ConversationSummary): EventFrame => ({
  type: "event",
  seq: event.revision,
  conversationId: conversation.id,
  revision: event.revision,
  event,
  conversation,
});
const page = (items: ConversationSummary[], next: string | null = null): RowPage => ({ items, next });
const ids = (pages: readonly RowPage[]) => pages.map((p) => p.items.map((item) => item.id.slice(4)).join(""));
const counts = { all: 3, mine: 1, unassigned: 2, snoozed: 0, closed: 0, unread: 0, head: 0 };
const thread = (revisions: number[]): Thread => ({
  conversation: row("a", { revision: revisions.at(-1) ?? 0, visitorMessages: revisions.length }),
  events: revisions.map((revision) => said(revision)),
  before: null,
  readRevision: 0,
  customerReadRevision: 0,
  drafts: [],
  head: 9,
});
const held = (change: Partial<Held<RowPage, Thread>> = {}): Held<RowPage, Thread> => ({
  lists: [],
  counts: undefined,
  thread: undefined,
  ...change,
});
const viewer = { me: ME, watching: null };

describe("rows", () => {
  test("a row with new activity moves to the top, even from a later page", () => {
    const pages = [
      page([row("a", { lastActivityAt: at(9) }), row("b", { lastActivityAt: at(8) })], "more"),
      page([row("c", { lastActivityAt: at(7) })]),
    ];
    expect(ids(placeRow(pages, row("c", { lastActivityAt: at(10), revision: 2 }), true))).toEqual(["cab", ""]);
  });

  test("a row below everything loaded is added only if the list is complete", () => {
    const old = row("z", { lastActivityAt: at(0) });
    expect(ids(placeRow([page([row("a")], "more")], old, true))).toEqual(["a"]);
    expect(ids(placeRow([page([row("a")])], old, true))).toEqual(["az"]);
    expect(ids(placeRow([page([])], old, true))).toEqual(["z"]);
  });

  test("an older frame and a row of another view change nothing", () => {
    const pages = [page([row("a", { revision: 5 })])];
    expect(placeRow(pages, row("a", { revision: 4, preview: "late" }), true)).toBe(pages);
    expect(placeRow(pages, row("b"), false)).toBe(pages);
  });

  test("a row that no longer fits the view is removed", () => {
    expect(ids(placeRow([page([row("a"), row("b")])], row("a", { status: "closed", revision: 2 }), false))).toEqual(["b"]);
  });

  test.each<[View, Partial<ConversationSummary>, boolean]>([
    ["all", {}, true],
    ["all", { status: "snoozed" }, false],
    ["mine", { assigneeId: ME as never }, true],
    ["mine", { assigneeId: "acc_other" as never }, false],
    ["unassigned", {}, true],
    ["unassigned", { assigneeId: ME as never }, false],
    ["unassigned", { status: "closed" }, false],
    ["snoozed", { status: "snoozed" }, true],
    ["closed", { status: "closed", assigneeId: ME as never }, true],
    ["closed", {}, false],
  ])("the view %s contains a row with %o: %s", (view, change, holds) => {
    expect(belongs(row("a", change), view, ME)).toBe(holds);
  });
});

describe("counts", () => {
  test("closing one of my conversations changes the counts of both views", () => {
    const was = row("a", { assigneeId: ME as never });
    expect(countsAfter(counts, was, { ...was, status: "closed" }, ME)).toEqual({ ...counts, all: 2, mine: 0, closed: 1 });
  });
  test("a new conversation is counted, and counted as unread", () => {
    expect(countsAfter(counts, null, row("n", { unread: 1 }), ME)).toEqual({ ...counts, all: 4, unassigned: 3, unread: 1 });
  });
  test("an unknown row or a count at its ceiling requires a recount", () => {
    expect(countsAfter(counts, undefined, row("a"), ME)).toBeUndefined();
    expect(countsAfter({ ...counts, all: 100 }, row("a"), row("a", { status: "closed" }), ME)).toBeUndefined();
  });
});

describe("the events of a thread", () => {
  test("events are ordered by revision, without duplicates", () => {
    expect(mergeEvents([said(1), said(3)], [said(3), said(2)]).map((e) => e.revision)).toEqual([1, 2, 3]);
  });
  test("an event is a duplicate, the next one, or after a gap", () => {
    const events = [said(1), said(2)];
    expect([placeEvent(events, said(2)), placeEvent(events, said(3)), placeEvent(events, said(5))]).toEqual(["double", "next", "gap"]);
  });
  test("a refetched thread keeps older history that connects to it, and drops the rest", () => {
    expect(joinThreads({ ...thread([1, 2, 3]), before: 1 }, { ...thread([3, 4]), before: 3 })).toMatchObject({
      before: 1,
      events: [{ revision: 1 }, { revision: 2 }, { revision: 3 }, { revision: 4 }],
    });
    expect(joinThreads(thread([1, 2]), { ...thread([9]), before: 9 }).events.map((e) => e.revision)).toEqual([9]);
    expect(joinThreads(thread([1, 2, 3]), thread([1, 2])).events.map((e) => e.revision)).toEqual([1, 2, 3]);
  });
});

describe("a frame", () => {
  test("inserts the event, moves the row and counts it unread", () => {
    const lists = [{ view: "all" as const, pages: [page([row("b", { lastActivityAt: at(5) }), row("a")])] }];
    const after = applyFrame(
      held({ lists, counts, thread: thread([1]) }),
      frame(said(2), row("a", { revision: 2, visitorMessages: 2, lastActivityAt: at(6) })),
      viewer,
    );
    expect(ids(after.lists[0] ?? [])).toEqual(["ab"]);
    expect(after.lists[0]?.[0]?.items[0]?.unread).toBe(1);
    expect(after.counts?.unread).toBe(1);
    expect(after.thread?.events.map((e) => e.revision)).toEqual([1, 2]);
    expect(after).toMatchObject({ recount: false, gapAfter: undefined });
  });

  test("changes nothing when it is delivered twice", () => {
    const start = held({ lists: [{ view: "all", pages: [page([row("a")])] }], counts, thread: thread([1]) });
    const come = frame(said(2), row("a", { revision: 2, visitorMessages: 2 }));
    const once = applyFrame(start, come, viewer);
    const twice = applyFrame(
      held({ lists: [{ view: "all", pages: once.lists[0] ?? [] }], counts: once.counts, thread: once.thread }),
      come,
      viewer,
    );
    expect([twice.lists, twice.counts, twice.thread?.events]).toEqual([once.lists, once.counts, once.thread?.events]);
  });

  test("is not unread while the member looks at the thread, nor when somebody else answers", () => {
    const start = held({ lists: [{ view: "all", pages: [page([row("a")])] }], counts });
    const watched = applyFrame(start, frame(said(2), row("a", { revision: 2, visitorMessages: 2 })), { me: ME, watching: "cnv_a" });
    expect(watched.lists[0]?.[0]?.items[0]?.unread).toBe(0);
    const answered = applyFrame(start, frame(said(2, "operator"), row("a", { revision: 2 })), viewer);
    expect(answered.lists[0]?.[0]?.items[0]?.unread).toBe(0);
  });

  test("does not count what the counts already contain", () => {
    const start = { lists: [{ view: "all", pages: [page([row("a")])] }], counts: { ...counts, head: 2 } };
    const closed = frame(said(2, "operator"), row("a", { revision: 2, status: "closed" }));
    expect(applyFrame(held(start), closed, viewer).counts).toEqual(start.counts);
    expect(applyFrame(held({ ...start, counts: { ...counts, head: 1 } }), closed, viewer).counts?.all).toBe(counts.all - 1);
  });
  test("counts every message of the customer when it is replayed with a newer row", () => {
    const start = held({ lists: [{ view: "all", pages: [page([row("a")])] }], counts });
    const further = row("a", { revision: 4, visitorMessages: 4 });
    const first = applyFrame(start, frame(said(2), further), viewer);
    expect(first.lists[0]?.[0]?.items[0]?.unread).toBe(3);
    const second = applyFrame(
      held({ lists: [{ view: "all", pages: first.lists[0] ?? [] }], counts: first.counts }),
      frame(said(3), further),
      viewer,
    );
    expect(second.lists[0]?.[0]?.items[0]?.unread).toBe(3);
  });

  test("after a gap is not inserted, and the gap is reported", () => {
    const after = applyFrame(held({ thread: thread([1, 2]) }), frame(said(5), row("a", { revision: 5 })), viewer);
    expect(after.thread?.events.map((e) => e.revision)).toEqual([1, 2]);
    expect(after.gapAfter).toBe(2);
  });

  test("that reassigns a conversation moves it between the two members' views", () => {
    const taken: ConversationEvent = {
      kind: "assigned",
      revision: 2,
      createdAt: at(2),
      actor: { role: "operator", id: ME, name: "Mia" },
      assigneeId: ME as never,
      assigneeName: "Mia",
    };
    const lists = (["unassigned", "mine"] as const).map((view) => ({ view, pages: [page(view === "mine" ? [] : [row("a")])] }));
    const after = applyFrame(held({ lists, counts }), frame(taken, row("a", { revision: 2, assigneeId: ME as never })), viewer);
    expect(after.lists.map((pages) => ids(pages))).toEqual([[""], ["a"]]);
    expect(after.counts).toMatchObject({ mine: 2, unassigned: 1, all: 3 });
  });

  test("of a conversation that is not loaded requires a recount, except for a new one", () => {
    const start = held({ lists: [{ view: "all", pages: [page([])] }], counts });
    expect(applyFrame(start, frame(said(7), row("a", { revision: 7 })), viewer).recount).toBe(true);
    expect(applyFrame(start, frame(said(1), row("a")), viewer)).toMatchObject({ recount: false, counts: { all: 4, unread: 1 } });
  });
});
