// E8: clients that keep disconnecting, evicted objects, and a restarting server: every subscriber receives all frames meant for it, in
// order, and no others.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { readWorkerConfig } from "../../scripts/lib/worker-config.ts";
import { Operator, type Socket, Visitor } from "../support/desk.ts";
import { freePort } from "../support/start.ts";
import { check, type Frame, type Received } from "./check.ts";
import { readFinal } from "./final.ts";
import { seededRandom, HIGH_LIMITS, SITE, sleep, vars } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const MEMBERS = 8;
const VISITORS = 12;
/** How long a client is connected, is away, and the whole test takes at least, ms: a busy machine needs longer for the same load. */
const PACE = LONG ? { there: 3000, away: 2000, all: 180_000 } : { there: 500, away: 300, all: 15_000 };

const state = mkdtempSync(join(tmpdir(), "seed-desk-sockets-"));
let served: Served;
afterAll(async () => {
  await served.stop();
  rmSync(state, { recursive: true, force: true });
});

/** One reader: reconnects with the cursor of the last frame that it received. */
class Reader {
  readonly who: string;
  readonly open: (after: number) => Promise<Socket>;
  readonly frames: Frame[] = [];
  readonly resets: string[] = [];
  cursor = 0;
  drops = 0;
  refused = 0;
  socket: Socket | undefined;
  #taken = 0;
  constructor(who: string, open: (after: number) => Promise<Socket>) {
    this.who = who;
    this.open = open;
  }
  take(): void {
    const { socket } = this;
    if (!socket) return;
    for (const frame of socket.frames.slice(this.#taken)) {
      if (frame.type === "reset") this.resets.push(frame.reason ?? "");
      if (frame.type !== "event") continue;
      const cursor = frame.seq ?? frame.cursor ?? -1;
      this.frames.push({
        cursor,
        conversationId: frame.conversationId ?? "",
        revision: frame.revision ?? -1,
        ...(frame.previous === undefined ? {} : { previous: frame.previous }),
        kind: frame.event?.kind ?? "",
        text: JSON.stringify(frame),
      });
      this.cursor = Math.max(this.cursor, cursor);
    }
    this.#taken = socket.frames.length;
  }
  async connect(): Promise<boolean> {
    this.#taken = 0;
    try {
      this.socket = await this.open(this.cursor);
      return true;
    } catch {
      this.socket = undefined;
      this.refused += 1;
      return false;
    }
  }
  drop(): void {
    // Frames since the last read are lost with the connection, so they must come again.
    this.socket?.drop();
    this.socket = undefined;
    this.drops += 1;
  }
  async live(random: ReturnType<typeof seededRandom>, going: () => boolean): Promise<void> {
    await sleep(random.below(PACE.there + PACE.away));
    while (going()) {
      if (await this.connect()) {
        for (
          const end = Date.now() + PACE.there * (0.5 + random.next());
          going() && Date.now() < end && this.socket?.closed === undefined;
          await sleep(20)
        )
          this.take();
        this.drop();
      }
      await sleep(PACE.away * (0.5 + random.next()));
    }
  }
}

test(
  `${MEMBERS + VISITORS} clients that keep disconnecting miss nothing and receive nothing else`,
  { timeout: PACE.all + 180_000 },
  async () => {
    const random = seededRandom(SEED);
    const port = await freePort();
    const start = (): Promise<Served> => serveBuild({ state, port, tick: false, vars: vars() });
    served = await start();
    const base = served.url;
    const owner = new Operator(base);
    await owner.setup();
    const project = await owner.project("Acme", SITE);
    const colleague = await owner.invite(project.id, "operator", "mia@example.test");
    const visitors = Array.from({ length: VISITORS }, () => new Visitor(base, project.key, SITE));
    for (const visitor of visitors) assert.equal((await visitor.start()).status, 201);

    const readers = [
      ...Array.from(
        { length: MEMBERS },
        (_, i) => new Reader(`member ${i}`, (after) => (i % 2 === 0 ? owner : colleague).socket(project.id, after)),
      ),
      ...visitors.map((visitor, i) => new Reader(`visitor ${i}`, (after) => visitor.socket(after))),
    ];
    let running = true;
    let paused: Promise<void> | undefined;
    const isRunning = (): boolean => running;

    let stored = 0;
    let evictions = 0;
    const sum = (of: (reader: Reader) => number): number => readers.reduce((total, reader) => total + of(reader), 0);
    /** Waits for half of the time, and longer until half of the load is done. */
    const half = async (nth: number): Promise<void> => {
      const began = Date.now();
      const enough = (): boolean => stored > 60 * nth && evictions > 3 * nth && sum((r) => r.drops) > 55 * nth;
      while (Date.now() < began + PACE.all / 2 || (!enough() && Date.now() < began + PACE.all / 2 + 40_000)) await sleep(100);
    };
    const open: { id: string; visitor: Visitor; revision: number }[] = [];
    const ignoreErrors = async <T>(work: Promise<T>): Promise<T | undefined> => await work.catch(() => undefined);
    const write = async (seed: number): Promise<void> => {
      const dice = seededRandom(seed);
      while (running) {
        await paused;
        const visitor = visitors[dice.below(VISITORS)] as Visitor;
        const thread = open[dice.below(open.length)];
        const kind = dice.below(10);
        if (!thread || (kind === 0 && open.length < 40)) {
          const opened = await ignoreErrors(visitor.open(`opening ${randomUUID()}`));
          if (opened?.status === 201) {
            open.push({ id: opened.body.conversation.id, visitor, revision: 1 });
            stored += 1;
          }
        } else if (kind < 4) {
          if ((await ignoreErrors(thread.visitor.postMessage(thread.id, `words ${randomUUID()}`)))?.status === 201) stored += 1;
        } else {
          const at = `/api/dashboard/projects/${project.id}/conversations/${thread.id}`;
          const clientId = randomUUID();
          const answer = await ignoreErrors(
            kind < 6
              ? owner.post<{ revision?: number }>(`${at}/notes`, { clientId, content: `SECRET-NOTE ${clientId}` })
              : kind < 9
                ? owner.post<{ revision?: number }>(`${at}/messages`, {
                    clientId,
                    frontier: thread.revision,
                    content: `answer ${clientId}`,
                    close: kind === 8,
                  })
                : owner.post<{ revision?: number }>(`${at}/status`, {
                    clientId,
                    frontier: thread.revision,
                    status: dice.below(2) === 0 ? "open" : "snoozed",
                  }),
          );
          if (answer?.body.revision !== undefined) {
            thread.revision = answer.body.revision;
            stored += 1;
          }
        }
        await sleep(dice.below(40));
      }
    };
    const evict = async (): Promise<void> => {
      const { name } = readWorkerConfig();
      while (running) {
        await sleep(PACE.away * 2);
        await paused;
        const contact = visitors[random.below(VISITORS)]?.contactId;
        for (const object of [`project:${project.id}`, `contact:${project.id}:${contact}`]) {
          // Rejects when the object is hibernated already, which serves as well.
          evictions += await served.runtime
            .unsafeEvictDurableObject(name, "ConversationCoordinator", {
              name: object,
              webSockets: random.below(3) === 0 ? "close" : "hibernate",
            })
            .then(
              () => 1,
              () => 0,
            );
        }
      }
    };
    const work = [
      ...readers.map((reader, i) => reader.live(seededRandom(SEED + i), isRunning)),
      write(SEED + 50),
      write(SEED + 51),
      evict(),
    ];
    await half(1);
    const resume = Promise.withResolvers<void>();
    paused = resume.promise;
    await served.stop();
    served = await start();
    assert.equal(served.url, base);
    paused = undefined;
    resume.resolve();
    await half(2);
    running = false;
    await Promise.all(work);

    // Everybody reconnects once more and receives the rest.
    for (const reader of readers) {
      assert.ok(await reader.connect(), `${reader.who} cannot come back`);
      await reader.socket?.until((f) => f.type === "live");
      reader.take();
      reader.socket?.close();
    }
    const received: Received[] = readers.map((reader, i) => ({
      who: reader.who,
      projectId: project.id,
      frames: reader.frames,
      ...(i < MEMBERS ? {} : { contactId: visitors[i - MEMBERS]?.contactId ?? "" }),
    }));
    const final = await readFinal(served, { limits: HIGH_LIMITS, countersWhole: false, received });
    const violations = check([], final);
    const distinct = sum((reader) => new Set(reader.frames.map((f) => f.cursor)).size);
    process.stdout.write(
      `sockets: seed ${SEED}, ${final.events.length} events, ${distinct} deliveries owed and ${sum((r) => r.frames.length)} made to ${readers.length} clients; ${sum((r) => r.drops)} drops, ${sum((r) => r.refused)} tries refused, ${evictions} evictions, 1 restart; ${violations.length} violations\n`,
    );
    assert.deepEqual(violations.slice(0, 10), []);
    assert.deepEqual(
      readers.flatMap((reader) => reader.resets),
      [],
    );
    assert.ok(final.events.length > 100 && evictions > 5 && sum((r) => r.drops) > 100, "there was hardly any load");
  },
);
