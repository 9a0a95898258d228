import { expect, test } from "vitest";
import { StoppedRounds } from "./stopped-rounds.ts";

test("a stop holds until another round begins, and only in its conversation", () => {
  const stopped = new StoppedRounds();
  expect(stopped.learn({ conversationId: "a", state: "generating" })).toBe(false);
  stopped.learn({ conversationId: "a", state: "stopped" });
  expect(stopped.learn({ conversationId: "a", state: "generating" })).toBe(true);
  expect(stopped.learn({ conversationId: "b", state: "generating" })).toBe(false);
  expect(stopped.learn({ conversationId: "a", state: "retrieving" })).toBe(false);
  expect(stopped.learn({ conversationId: "a", state: "generating" })).toBe(false);
});

test("it forgets the oldest of many", () => {
  const stopped = new StoppedRounds();
  for (let i = 0; i < 600; i += 1) stopped.learn({ conversationId: `c${i}`, state: "stopped" });
  expect(stopped.learn({ conversationId: "c0", state: "generating" })).toBe(false);
  expect(stopped.learn({ conversationId: "c599", state: "generating" })).toBe(true);
});
