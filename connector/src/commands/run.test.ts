// A connector without work, over hours of a clock of the test: what it asks of the service, and how soon it takes work.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "./run.ts";

const PAIRED = {
  ...{ device: { id: "dev_1", name: "Box" }, project: { id: "prj_1", name: "Acme" }, person: "Ada" },
  grant: { kinds: ["report"], jobsPerDay: 5, expiresAt: "2030-01-01T00:00:00.000Z" },
};
const HEARTBEAT = { ...PAIRED, token: null, nextHeartbeat: 30, connector: { current: "0.1.0", minimum: "0.1.0" } };
interface Request {
  readonly at: number;
  readonly path: string;
  readonly body: { readonly state?: string; readonly wait?: number; readonly claimId?: string };
}

let home: string;
let requests: Request[];
let said: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] });
  home = mkdtempSync(join(tmpdir(), "seed-desk-idle-"));
  env["SEED_DESK_CONNECTOR_HOME"] = home;
  const write = (name: string, json: object): void => writeFileSync(join(home, name), JSON.stringify(json), { mode: 0o600 });
  write("credential.json", { origin: "https://desk.example", token: "t".repeat(30), device: "Box", project: "Acme", pairedAt: "2029" });
  write("config.json", { commands: [execPath], work: { report: { command: [execPath], ask: "never" } } });
  requests = [];
  said = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => (said.push(String(text)), true));
});
afterEach(() => {
  vi.restoreAllMocks();
  delete env["SEED_DESK_CONNECTOR_HOME"];
  rmSync(home, { recursive: true, force: true });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const json = (body: unknown): Response => Response.json(body);
/** A service that answers heartbeats with `greeting`, and claims with `claim`. */
function serve(greeting: object, claim: (body: Request["body"], signal: AbortSignal) => Promise<Response> | Response): void {
  vi.stubGlobal("fetch", async (url: URL, init: { body: string; signal: AbortSignal }) => {
    const body = JSON.parse(init.body) as Request["body"];
    requests.push({ at: performance.now(), path: url.pathname, body });
    return url.pathname.endsWith("/heartbeat") ? json(greeting) : await claim(body, init.signal);
  });
}
const WAITING = { ...HEARTBEAT, waiting: { claimSeconds: 25, heartbeatSeconds: 3600 } };
/** As the service waits, without a hint. */
const patient = async ({ wait = 0 }: Request["body"]): Promise<Response> => {
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  return json({ data: null, again: false });
};
const stop = async (running: Promise<number>): Promise<void> => {
  process.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await running).toBe(0);
};
const gaps = (): number[] => requests.slice(1).map(({ at }, i) => at - (requests[i]?.at ?? 0));
const beats = (): Request[] => requests.filter(({ path }) => path.endsWith("/heartbeat"));

test("without work it asks every 25 seconds, and sends a heartbeat an hour", async () => {
  serve(WAITING, patient);
  const running = run();
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(requests.length).toBeLessThanOrEqual(3 * 144 + 5);
  expect(requests.length).toBeGreaterThan(3 * 140);
  expect(beats().map(({ body }) => body.state)).toEqual(["idle", "idle", "idle"]);
  // A heartbeat is followed by a claim at once, so that no work waits for it.
  expect(gaps().filter((gap) => gap < 20_000)).toHaveLength(3);
  expect(requests.filter(({ path }) => path.endsWith("/claim")).every(({ body }) => body.wait === 25)).toBe(true);
  await stop(running);
  expect(beats().at(-1)?.body.state).toBe("stopped");
});

test("a clock that jumps, forward or back, changes nothing of that", async () => {
  serve(WAITING, patient);
  const running = run();
  await vi.advanceTimersByTimeAsync(60_000);
  for (const days of [40, -80]) {
    const before = requests.length;
    vi.setSystemTime(Date.now() + days * 86_400_000);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requests.length - before).toBe(24);
  }
  expect(beats()).toHaveLength(1);
  await stop(running);
});

test("what answers too soon, or hints without end, makes no busy loop", async () => {
  for (const again of [false, true]) {
    requests = [];
    serve(WAITING, () => json({ data: null, again }));
    const running = run();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requests.length).toBeLessThan(again ? 600 / 20 + 12 : 600 / 20 + 3);
    await stop(running);
  }
});

test("a hint is followed within a second by a claim of its own", async () => {
  let wakeUp = (): void => undefined;
  serve(WAITING, async () => {
    await new Promise<void>((resolve) => (wakeUp = resolve));
    return json({ data: null, again: true });
  });
  const running = run();
  await vi.advanceTimersByTimeAsync(10_000);
  const before = requests.length;
  wakeUp();
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests.slice(before).map(({ path }) => path)).toEqual(["/api/connector/claim"]);
  expect(requests.at(-1)?.body.claimId).not.toBe(requests.at(-2)?.body.claimId);
  wakeUp();
  await stop(running);
});

test("a stop ends the wait at once, and keeps its claim for the next start", async () => {
  serve(WAITING, (_, signal) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))));
  const running = run();
  await vi.advanceTimersByTimeAsync(5000);
  const claimed = requests.at(-1)?.body.claimId;
  process.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(100);
  expect(await running).toBe(0);
  serve(WAITING, patient);
  const next = run();
  await vi.advanceTimersByTimeAsync(1000);
  const again = requests.find(
    ({ body, at }) => body.claimId === claimed && at > (requests.find((one) => one.body.claimId === claimed)?.at ?? 0),
  );
  expect(again?.body.wait).toBeUndefined();
  await stop(next);
});

test("after a restart it waits for work within a second, and no timer is negative", async () => {
  serve(WAITING, (_, signal) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))));
  const before = run();
  await vi.advanceTimersByTimeAsync(10_000);
  await stop(before);
  serve(WAITING, patient);
  requests = [];
  const timers = vi.spyOn(globalThis, "setTimeout");
  const running = run();
  await vi.advanceTimersByTimeAsync(60_000);
  // The claim that was left is asked for at once, and only the next one waits.
  const [left, next] = requests.filter(({ path }) => path.endsWith("/claim"));
  expect([left?.body.wait, next?.body.wait]).toEqual([undefined, 25]);
  expect((next?.at ?? Infinity) - (left?.at ?? 0)).toBeLessThan(1000);
  expect(timers.mock.calls.filter(([, ms]) => (ms ?? 0) < 0)).toEqual([]);
  await stop(running);
});

test("with a service that knows no waiting it asks every half minute", async () => {
  serve(HEARTBEAT, () => json({ data: null }));
  const running = run();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests.filter(({ path }) => path.endsWith("/claim"))).toHaveLength(20 + 1);
  expect(requests.every(({ body }) => body.wait === undefined)).toBe(true);
  await stop(running);
});

test("after a minute without the network it goes on, and says so once", async () => {
  let isCut = true;
  serve(WAITING, async (body) => {
    if (isCut) throw new Error("network is down");
    return await patient(body);
  });
  const running = run();
  await vi.advanceTimersByTimeAsync(60_000);
  isCut = false;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(said.filter((line) => line.includes("Connected again."))).toHaveLength(1);
  expect(said.filter((line) => line.includes("Trying again until it works."))).toHaveLength(1);
  expect(requests.at(-1)?.body.wait).toBe(25);
  await stop(running);
});
