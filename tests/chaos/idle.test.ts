// Idle sockets that only ping cost nothing: no request, no statement, and their Durable Objects stay hibernated.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { readWorkerConfig } from "../../scripts/lib/worker-config.ts";
import { Operator, type Socket, Visitor } from "../support/desk.ts";
import { type Child, serveChild } from "./child.ts";
import { many, SITE, sleep, vars } from "./load.ts";

const state = mkdtempSync(join(tmpdir(), "seed-desk-idle-"));
let child: Child | undefined;
afterAll(async () => {
  await child?.stop();
  rmSync(state, { recursive: true, force: true });
});

async function openSockets(
  base: string,
  sockets: number,
): Promise<{ all: Socket[]; projectId: string; contacts: string[]; talk: () => Promise<void> }> {
  const owner = new Operator(base);
  await owner.setup();
  const project = await owner.project("Acme", SITE);
  const visitors = await many(sockets / 2, async () => {
    const visitor = new Visitor(base, project.key, SITE);
    await visitor.start();
    return visitor;
  });
  // A member may have at most twenty sockets.
  const colleague = await owner.invite(project.id, "operator", "mia@example.test");
  const all = await Promise.all([
    ...visitors.map((visitor) => visitor.socket()),
    ...visitors.map((_, i) => (i % 2 === 0 ? owner : colleague).socket(project.id)),
  ]);
  await Promise.all(all.map((socket) => socket.until((f) => f.type === "live")));
  const sendToAll = async (): Promise<void> => {
    const answers = await Promise.all(visitors.map((visitor) => visitor.open("awake")));
    assert.ok(answers.every((a) => a.status === 201));
    await Promise.all(all.map((socket) => socket.until((f) => f.type === "event")));
  };
  return { all, projectId: project.id, contacts: visitors.map((v) => v.contactId), talk: sendToAll };
}
async function ping(all: readonly Socket[], times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    for (const socket of all) socket.send("ping");
    await sleep(1000);
  }
  assert.deepEqual(new Set(all.map((socket) => socket.pongs)), new Set([times]));
  assert.ok(all.every((socket) => socket.closed === undefined));
}
/** Processor time used so far, ms (100 ticks a second on Linux). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test("50 sockets that ping for ten seconds cause no request", { timeout: 60_000 }, async () => {
  child = await serveChild({ state, port: 0, vars: { ...vars(), LOG_REQUESTS: "1" } });
  const { all, talk } = await openSockets(child.url, 50);
  assert.match(child.output(), /"route":"memberSocket"|"route":"memberTicket"/, "requests are not logged");
  await sleep(1500);
  const [lines, ms] = [child.output().length, processorTime(child.runtime)];
  await ping(all, 10);
  const used = processorTime(child.runtime) - ms;
  process.stdout.write(
    `idle: 50 sockets, 500 pings, 10 s: ${child.output().slice(lines).split("\n").filter(Boolean).length} lines of requests, ${used} ms of processor\n`,
  );
  assert.equal(child.output().slice(lines), "");
  await talk();
  for (const socket of all) socket.close();
});

test("a ping wakes no Durable Object, so it causes no database query", { timeout: 60_000 }, async () => {
  const served = await serveBuild({ tick: false, vars: vars() });
  try {
    const { all, projectId, contacts, talk } = await openSockets(served.url, 8);
    const names = [`project:${projectId}`, ...contacts.map((id) => `contact:${projectId}:${id}`)];
    // Rejects when the object is not running.
    const evict = (name: string): Promise<boolean> =>
      served.runtime.unsafeEvictDurableObject(readWorkerConfig().name, "ConversationCoordinator", { name, webSockets: "hibernate" }).then(
        () => true,
        () => false,
      );
    assert.deepEqual(
      await Promise.all(names.map(evict)),
      names.map(() => true),
    );
    await ping(all, 3);
    assert.deepEqual(
      await Promise.all(names.map(evict)),
      names.map(() => false),
    );
    await talk();
    assert.deepEqual(
      await Promise.all(names.map(evict)),
      names.map(() => true),
    );
    for (const socket of all) socket.close();
  } finally {
    await served.stop();
  }
});
