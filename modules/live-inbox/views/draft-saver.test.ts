import { beforeEach, expect, test, vi } from "vitest";
import { type Had, SAVE_AFTER, type SaverPorts, startSaver } from "./draft-saver.ts";
import { draftState, joinDrafts, type UnsavedDraft, type WrittenDraft } from "./unsaved-drafts.ts";

const text = (content: string): WrittenDraft => ({ content, attachments: [] });
const NONE = text("");

/** A server that answers when it is told to, and a browser that keeps one draft. */
function desk(start = NONE, isSaved = true, before: readonly WrittenDraft[] = []) {
  const requests: {
    draft: string;
    had: Had | undefined;
    leaving: boolean;
    answer(): Promise<void>;
    fail(cause?: unknown): Promise<void>;
  }[] = [];
  const seen = {
    ...{ server: isSaved ? start.content : "", held: start.content, shows: "no", settled: 0 },
    ...{ kept: undefined as string | undefined, serverMayHave: [] as readonly string[] },
  };
  const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));
  const ports: SaverPorts = {
    put: (draft, had, leaving) =>
      new Promise<void>((resolve, reject) =>
        requests.push({
          ...{ draft: draft.content, had, leaving },
          answer() {
            seen.server = draft.content;
            resolve();
            return settle();
          },
          fail(cause = "again") {
            reject(cause as Error);
            return settle();
          },
        }),
      ),
    hold: (draft) => void (seen.held = draft.content),
    keep(draft, serverMayHave) {
      seen.kept = draft.content;
      seen.serverMayHave = serverMayHave;
    },
    drop(state) {
      if (seen.kept !== undefined && draftState(text(seen.kept)) === state) seen.kept = undefined;
    },
    failed: (cause) => cause as "again",
    show: (state) => void (seen.shows = state),
    settled: () => void seen.settled++,
    wait: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  const saver = startSaver(start, isSaved, before.map(draftState), ports);
  return { saver, requests, seen, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
beforeEach(() => void vi.useFakeTimers());

test("a draft is saved once, a moment after its last change, and kept in this browser until then", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER - 1);
  saver.changed(text("ab"));
  await pass(SAVE_AFTER - 1);
  expect(requests).toEqual([]);
  await pass(1);
  expect([requests.map(({ draft }) => draft), seen.kept, seen.held]).toEqual([["ab"], "ab", "ab"]);
  await requests[0]?.answer();
  expect([seen.kept, seen.shows]).toEqual([undefined, "saved"]);
  saver.changed(text("ab"));
  await pass(60_000);
  expect(requests.length).toBe(1);
});

test("a change while it is saved is sent behind it, never beside it", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  saver.changed(text("ab"));
  await pass(SAVE_AFTER * 2);
  saver.changed(text("abc"));
  await pass(SAVE_AFTER * 2);
  // A page that ends now has it nevertheless.
  expect([requests.length, seen.kept]).toEqual([1, "abc"]);
  await requests[0]?.answer();
  expect([requests.map(({ draft }) => draft), seen.kept, seen.shows]).toEqual([["a", "abc"], "abc", "no"]);
  await requests[1]?.answer();
  expect([seen.server, seen.kept, seen.shows]).toEqual(["abc", undefined, "saved"]);
});

test("what could not be saved is tried again by itself, more rarely each time, and when there is a connection", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  await requests[0]?.fail();
  expect([seen.shows, seen.kept]).toEqual(["failed", "a"]);
  await pass(5000);
  await requests[1]?.fail();
  await pass(5000);
  expect(requests.length).toBe(2);
  await pass(15_000);
  await requests[2]?.fail();
  saver.retry();
  await pass(SAVE_AFTER);
  await requests[3]?.answer();
  await pass(120_000);
  expect([requests.length, seen.server, seen.kept, seen.shows]).toEqual([4, "a", undefined, "saved"]);
});

test("what is refused for good is not sent again, but stays in this browser", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  await requests[0]?.fail("never");
  await pass(300_000);
  expect([requests.length, seen.kept, seen.shows]).toEqual([1, "a", "failed"]);
  saver.changed(text("b"));
  await pass(SAVE_AFTER);
  await requests[1]?.answer();
  expect([seen.server, seen.kept]).toEqual(["b", undefined]);
});

test("an emptied draft says what it had, also when it is tried again", async () => {
  const { saver, requests, seen, pass } = desk(text("words"));
  saver.changed(NONE);
  await pass(SAVE_AFTER);
  await requests[0]?.fail();
  await pass(5000);
  expect(requests.map(({ had }) => had?.content)).toEqual(["words", "words"]);
  await requests[1]?.answer();
  expect([seen.server, seen.kept, seen.shows]).toEqual(["", undefined, "no"]);
});

test("when the page is closed what is not saved is sent at once, though a request is on its way, and kept", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  saver.changed(text("ab"));
  saver.flush(true);
  expect([requests.map(({ draft, leaving }) => [draft, leaving]), seen.kept]).toEqual([
    [
      ["a", false],
      ["ab", true],
    ],
    "ab",
  ]);
  // The page stays, as when it is only put aside; the requests arrive in whichever order.
  await requests[1]?.answer();
  expect(seen.kept).toBe("ab");
  await requests[0]?.answer();
  expect([requests.length, requests[2]?.draft, seen.kept]).toEqual([3, "ab", "ab"]);
  await requests[2]?.answer();
  expect([seen.server, seen.kept]).toEqual(["ab", undefined]);
});

test("a sent draft is not restored by a save that was on its way", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  saver.clear();
  expect([seen.kept, seen.held]).toEqual([undefined, ""]);
  await requests[0]?.answer();
  expect(requests.map(({ draft }) => draft)).toEqual(["a", ""]);
  await requests[1]?.answer();
  expect([seen.server, seen.held, seen.kept, seen.shows]).toEqual(["", "", undefined, "no"]);
});

test("a save of a sent draft that got no answer is undone too, as it may have arrived; one that was refused is not", async () => {
  for (const [cause, expected] of [
    ["again", ["a", ""]],
    ["never", ["a"]],
  ] as const) {
    const { saver, requests, seen, pass } = desk();
    saver.changed(text("a"));
    await pass(SAVE_AFTER);
    saver.clear();
    await requests[0]?.fail(cause);
    await pass(120_000);
    expect(requests.map(({ draft }) => draft)).toEqual(expected);
    await requests[1]?.answer();
    expect([seen.kept, seen.shows]).toEqual([undefined, "no"]);
  }
});

test("what was written behind a message is saved again when the server has deleted the draft with it", async () => {
  const { saver, requests, seen, pass } = desk(text("sent"));
  saver.clear();
  saver.changed(text("next"));
  await pass(SAVE_AFTER);
  await requests[0]?.answer();
  seen.server = "";
  saver.deleted();
  await pass(0);
  await requests[1]?.answer();
  expect([seen.server, seen.kept, seen.shows]).toEqual(["next", undefined, "saved"]);
  // Nothing was written: nothing is saved.
  saver.clear();
  saver.deleted();
  await pass(60_000);
  expect(requests.length).toBe(2);
});

test("what is back at what the server has is not kept", () => {
  const { saver, seen } = desk(text("a"));
  saver.keepNow(text("undone"));
  saver.changed(text("undone"));
  expect(seen.kept).toBe("undone");
  saver.changed(text("a"));
  expect(seen.kept).toBeUndefined();
});

test("nothing is kept of an erased contact", async () => {
  const { saver, requests, seen, pass } = desk();
  saver.changed(text("a"));
  await pass(SAVE_AFTER);
  await requests[0]?.fail("erased");
  await pass(300_000);
  expect([requests.length, seen.kept, saver.isSettled()]).toEqual([1, undefined, true]);
});

test("what the server had at first is remembered however often saving fails", async () => {
  const { saver, requests, seen, pass } = desk(text("old"));
  for (let n = 0; n < 150; n++) {
    saver.changed(text(`old ${n}`));
    await pass(SAVE_AFTER);
    await requests[n]?.fail();
  }
  expect([seen.serverMayHave.includes(draftState(text("old"))), seen.serverMayHave.length < 120]).toEqual([true, true]);
});

test("a draft from another device is taken over only where nothing was written or is being saved", async () => {
  const { saver, requests, pass } = desk(text("a"));
  expect(saver.adopt(text("a"))).toBe(false);
  expect(saver.adopt(text("b"))).toBe(true);
  saver.changed(text("bc"));
  expect(saver.adopt(text("other"))).toBe(false);
  await pass(SAVE_AFTER);
  // An answer that was read before it was saved.
  expect(saver.adopt(text("b"))).toBe(false);
  await requests[0]?.answer();
  expect(saver.adopt(text("d"))).toBe(true);
});

test("a draft that begins unsaved is saved, from whatever the server has", async () => {
  const { saver, requests, seen, pass } = desk(text("kept"), false, [text("old")]);
  expect(saver.adopt(text("old"))).toBe(false);
  saver.changed(text("kept"));
  await pass(SAVE_AFTER);
  await requests[0]?.answer();
  expect([seen.server, seen.shows]).toEqual(["kept", "saved"]);
});

/** One person, one browser and one server, over pages that are closed, killed and opened again. */
test("whatever happens in whichever order, nothing that was kept is lost, and nothing is doubled", async () => {
  let seed = 20_261_130;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let round = 0; round < 300; round++) {
    let server = "";
    let kept: UnsavedDraft | undefined;
    let shows = "";
    let requests: { arrive(): void; resolve(): void; reject(cause: string): void }[] = [];
    let page = 0;
    /** What the person can count on: what was shown when the page was opened, or kept since. */
    let safe = "";
    const open = () => {
      const mine = ++page;
      requests = [];
      const joined = joinDrafts(kept, server === "" ? undefined : text(server));
      shows = safe = joined.draft.content;
      return startSaver(joined.draft, joined.isSaved, joined.serverMayHave, {
        put: (draft) =>
          new Promise<void>((resolve, reject) =>
            requests.push({
              arrive: () => void (server = draft.content),
              resolve,
              reject: (cause) => void reject(cause as unknown as Error),
            }),
          ),
        hold: () => undefined,
        keep(draft, serverMayHave) {
          if (mine !== page) return;
          safe = draft.content;
          kept = {
            projectId: "p",
            conversationId: "c",
            kind: "reply",
            at: 0,
            content: draft.content,
            attachments: [],
            before: [...serverMayHave],
          };
        },
        drop(state) {
          if (mine === page && kept && draftState(kept) === state) kept = undefined;
        },
        failed: (cause) => cause as "again",
        show: () => undefined,
        settled: () => undefined,
        wait(ms, run) {
          const timer = setTimeout(() => mine === page && run(), ms);
          return () => clearTimeout(timer);
        },
      });
    };
    const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
    let saver = open();
    for (let step = 0; step < 60; step++) {
      const what = random();
      if (what < 0.3) saver.changed(text((shows = random() < 0.15 ? "" : random() < 0.5 ? `${shows} ${step}`.trim() : `new ${step}`)));
      else if (what < 0.5) await vi.advanceTimersByTimeAsync(Math.floor(random() * 3000));
      else if (what < 0.53) saver.retry();
      else if (what < 0.58) {
        // Killed, or closed: what is on its way then arrives or does not.
        if (random() < 0.5) saver.flush(true);
        for (const request of requests) if (random() < 0.5) request.arrive();
        const counted = safe;
        saver = open();
        expect(shows, `round ${round}, step ${step}`).toBe(counted);
        saver.changed(text(shows));
      } else {
        const request = requests.shift();
        const how = random();
        if (how < 0.75) request?.arrive();
        if (how < 0.6) request?.resolve();
        else request?.reject("again");
        await settle();
      }
    }
    for (let more = 0; more < 6; more++) {
      await vi.advanceTimersByTimeAsync(60_000);
      for (let request = requests.shift(); request; request = requests.shift()) {
        request.arrive();
        request.resolve();
        await settle();
      }
    }
    expect([server, kept, saver.isSettled()], `round ${round}`).toEqual([shows, undefined, true]);
  }
});
