import { afterEach, expect, test, vi } from "vitest";
import { waitForHealth } from "./health.ts";
import { withProgress } from "./progress.ts";

afterEach(() => void vi.useRealTimers());

test("a long step prints its progress every ten seconds, and nothing after it has ended", async () => {
  vi.useFakeTimers();
  const printed: string[] = [];
  const work = withProgress(
    (line) => void printed.push(line),
    "building",
    () => new Promise((done) => setTimeout(done, 25_000)),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await work;
  expect(printed).toEqual(["building", "building (10 s)", "building (20 s)"]);
});

test("waiting for /health prints every ten seconds what it waits for", async () => {
  vi.useFakeTimers();
  const printed: string[] = [];
  const seen = [{ kind: "unreachable" }, { kind: "other" }, { kind: "stores", failing: ["files"] }, { kind: "healthy" }] as const;
  let checks = 0;
  const check = async () => seen[Math.min(3, Math.floor(checks++ / 6))] ?? seen[3];
  const waited = waitForHealth(check, { limitMs: 300_000, everyMs: 2000 }, (line) => void printed.push(line));
  await vi.advanceTimersByTimeAsync(60_000);
  await waited;
  expect(printed).toEqual([
    "waiting for /health",
    "/health does not answer yet (10 s)",
    "/health still answers as another build than the one just uploaded (20 s)",
    "/health answers, but does not reach: files (30 s)",
  ]);
});
