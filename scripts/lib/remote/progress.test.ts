import { afterEach, expect, test, vi } from "vitest";
import { waitForHealth } from "./health.ts";
import { saying } from "./progress.ts";

afterEach(() => void vi.useRealTimers());

test("a long step says every ten seconds that it is still at work, and nothing after it has ended", async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const work = saying(
    (line) => void said.push(line),
    "building",
    () => new Promise((done) => setTimeout(done, 25_000)),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await work;
  expect(said).toEqual(["building", "building (10 s)", "building (20 s)"]);
});

test("waiting for /health says every ten seconds what it waits for", async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const seen = [{ kind: "unreachable" }, { kind: "other" }, { kind: "stores", failing: ["files"] }, { kind: "healthy" }] as const;
  let looks = 0;
  const look = async () => seen[Math.min(3, Math.floor(looks++ / 6))] ?? seen[3];
  const waited = waitForHealth(look, { limitMs: 300_000, everyMs: 2000 }, (line) => void said.push(line));
  await vi.advanceTimersByTimeAsync(60_000);
  await waited;
  expect(said).toEqual([
    "waiting for /health",
    "/health does not answer yet (10 s)",
    "/health still answers as another build than the one just uploaded (20 s)",
    "/health answers, but does not reach: files (30 s)",
  ]);
});
