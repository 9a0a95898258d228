import { expect, test } from "vitest";
import { followPresence, LEAVING_LASTS, type Present, presentMembers } from "./present.ts";

const at = (accountId: string, idle?: true) => ({ accountId, conversationId: null, ...(idle ? { idle } : {}) });

test("a member with several windows is idle only if all of them are", () => {
  const members = presentMembers([at("olga", true), at("olga"), at("tom", true), at("tom", true), at("mia")]);
  expect([...members]).toEqual([
    ["olga", "active"],
    ["tom", "idle"],
    ["mia", "active"],
  ]);
});

function follow() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  let shown: Present | undefined;
  const see = followPresence({
    set: (present) => (shown = present),
    wait: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
  });
  const pass = (ms: number): void => {
    now += ms;
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const { run } of due) run();
  };
  return { see, pass, shown: () => shown && [...shown.keys()].toSorted(), timers: () => timers.length };
}

test("whoever loads their page anew is not gone; whoever stays away is, ten seconds after they left", () => {
  const { see, pass, shown } = follow();
  see([at("olga"), at("tom")]);
  see([at("olga")]);
  pass(LEAVING_LASTS - 1);
  expect(shown()).toEqual(["olga", "tom"]);
  see([at("olga"), at("tom")]);
  pass(LEAVING_LASTS);
  expect(shown()).toEqual(["olga", "tom"]);
  see([at("olga")]);
  pass(5000);
  // Another frame does not prolong it.
  see([at("olga", true)]);
  expect(shown()).toEqual(["olga", "tom"]);
  pass(5000);
  expect(shown()).toEqual(["olga"]);
});

test("without a connection nothing is known, and nothing waits", () => {
  const { see, pass, shown, timers } = follow();
  see([at("olga"), at("tom")]);
  see([at("olga")]);
  see(undefined);
  expect([shown(), timers()]).toEqual([undefined, 0]);
  pass(LEAVING_LASTS);
  expect(shown()).toBeUndefined();
  see([at("olga")]);
  expect(shown()).toEqual(["olga"]);
});
