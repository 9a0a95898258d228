// E1: a dozen clients work while the runtime, or its parent process, is killed repeatedly; nothing acknowledged may be lost or doubled.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";
import { freePort } from "../support/start.ts";
import { check } from "./check.ts";
import { type Child, serveChild } from "./child.ts";
import { readFinal, settle } from "./final.ts";
import { seededRandom, Client, runMember, HIGH_LIMITS, History, type ProjectThreads, SITE, sleep, vars, runVisitor } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const ROUNDS = Number(process.env["ROUNDS"] ?? (LONG ? 100 : 10));
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const VISITORS = 8;
const OPERATORS = 4;

const state = mkdtempSync(join(tmpdir(), "seed-desk-kill-"));
let child: Child | undefined;
afterAll(async () => {
  await child?.kill("runtime").catch(() => undefined);
  rmSync(state, { recursive: true, force: true });
});

test(`${ROUNDS} kills under load neither lose nor double anything`, { timeout: LONG ? 1_800_000 : 240_000 }, async () => {
  const began = Date.now();
  const random = seededRandom(SEED);
  const port = await freePort();
  const history = new History();
  let running = true;
  let serving = Promise.withResolvers<void>();
  const start = async (): Promise<number> => {
    const at = Date.now();
    child = await serveChild({ state, port });
    const health = await fetch(`${child.url}/health`);
    assert.equal(health.status, 200);
    serving.resolve();
    return Date.now() - at;
  };
  await start();
  const base = child?.url ?? "";
  const owner = new Operator(base);
  assert.equal((await owner.setup()).status, 201);
  const projects = [await owner.project("First", SITE), await owner.project("Second", SITE)];
  const me = await owner.call<{ person: { id: string } }>("/api/account/me");
  const colleague = await owner.invite(projects[0]?.id ?? "", "operator", "mia@example.test");
  const mia = await colleague.call<{ person: { id: string } }>("/api/account/me");
  const places: ProjectThreads[] = projects.map(({ id }) => ({ projectId: id, threads: [] }));
  const isRunning = (): boolean => running;
  const whenServing = (): Promise<void> => serving.promise;
  const clients: Promise<void>[] = [];
  const stuck: string[] = [];
  const track = (work: Promise<void>): void => void clients.push(work.catch((error: unknown) => void stuck.push(String(error))));
  for (let i = 0; i < VISITORS; i++) {
    // Three quarters in the first project.
    const at = i % 4 === 3 ? 1 : 0;
    const visitor = new Visitor(base, projects[at]?.key ?? "", SITE);
    assert.equal((await visitor.start()).status, 201);
    track(runVisitor(new Client(history, whenServing), places[at] as ProjectThreads, visitor, seededRandom(SEED + i), isRunning));
  }
  for (let i = 0; i < OPERATORS; i++) {
    const [person, id] = i % 2 === 0 ? [owner, me.body.person.id] : [colleague, mia.body.person.id];
    const at = i === 2 ? 1 : 0;
    track(runMember(new Client(history, whenServing), places[at] as ProjectThreads, person, id, seededRandom(SEED + 100 + i), isRunning));
  }

  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(1000 + random.next() * 1000);
    // New calls wait for the next start; calls in flight never learn their outcome.
    serving = Promise.withResolvers<void>();
    await child?.kill(round % 2 === 0 ? "runtime" : "parent");
    starts.push(await start());
  }
  await sleep(500);
  running = false;
  await Promise.all(clients);
  await child?.stop();
  child = undefined;

  const served = await serveBuild({ state, tick: false, vars: vars() });
  try {
    const ticks = await settle(served);
    const sameHour = Math.floor(began / 3_600_000) === Math.floor(Date.now() / 3_600_000);
    const final = await readFinal(served, { limits: HIGH_LIMITS, countersWhole: sameHour });
    const violations = check(history.entries, final);
    process.stdout.write(
      `kill: seed ${SEED}, ${ROUNDS} kills, ${history.operations} operations in ${history.attempts} attempts: ${history.count("ok")} acknowledged, ${history.count("info")} unknown at least once, ${history.count("fail")} refused; ` +
        `${final.events.length} events, ${final.files.length} files; up again after ${Math.max(...starts)} ms at most; quiet after ${ticks} ticks; ${violations.length} violations; ${((Date.now() - began) / 1000).toFixed(0)} s\n`,
    );
    assert.deepEqual(violations.slice(0, 20), []);
    assert.deepEqual(stuck, []);
    assert.ok(history.count("ok") > ROUNDS * 20, "there was hardly any load");
  } finally {
    await served.stop();
  }
});
