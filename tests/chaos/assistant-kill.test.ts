// The service is killed again and again while the assistant's answers stream. Each customer's message gets one answer or one hand-over, whole,
// and what the model cost is counted once.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { PROVED, provedAnswer, QUESTION, startAssistant } from "../support/assistant.ts";
import { Operator, type Posted, Visitor } from "../support/desk.ts";
import { freePort } from "../support/start.ts";
import { Tables } from "../support/tables.ts";
import { type Child, serveChild } from "./child.ts";
import { many, seededRandom, SITE, sleep, vars } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const KILLS = Number(process.env["ROUNDS"] ?? (LONG ? 50 : 5));
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
/** Questions that are asked before each kill. */
const ASKED = 4;
const HANDED_OVER = "I can’t answer this with certainty, so I’ve passed it to our team. Somebody will answer you here.";

const state = mkdtempSync(join(tmpdir(), "seed-desk-rounds-"));
const models = new Models();
let doubles: ServedModels | undefined;
let child: Child | undefined;
afterAll(async () => {
  await child?.kill("runtime").catch(() => undefined);
  await doubles?.stop();
  rmSync(state, { recursive: true, force: true });
});

/** Lets the leases of jobs and rounds end, and the deadlines of calls, as some minutes would; only while nobody serves. */
function letLeasesEnd(): void {
  const tables = new Tables(state);
  tables.run("UPDATE jobs SET lease_until = 1 WHERE state = 'running'");
  tables.run("UPDATE jobs SET due_at = 1 WHERE state = 'queued'");
  tables.run("UPDATE assistant_rounds SET lease_until = 1 WHERE ended_at IS NULL");
  tables.run("UPDATE ai_calls SET deadline_at = 1 WHERE state = 'started'");
  tables.close();
}
const isQuiet = (tables: Tables): boolean =>
  tables.all(
    "SELECT 1 FROM assistant_rounds WHERE ended_at IS NULL UNION ALL SELECT 1 FROM ai_calls WHERE state = 'started' UNION ALL SELECT 1 FROM jobs WHERE kind = 'assistant.round' AND state IN ('queued', 'running')",
  ).length === 0;

test(
  `${KILLS} kills amid streaming answers: each message has one answer or one hand-over`,
  { timeout: LONG ? 1_800_000 : 240_000 },
  async () => {
    const began = Date.now();
    const random = seededRandom(SEED);
    doubles = await startModels(models);
    const port = await freePort();
    const variables = {
      ...vars(),
      MODEL_SERVER_URL: doubles.base.compatible,
      AI_MODEL_PRICES: '{"own/local-model":{"input":1,"output":9}}',
      AI_DAILY_CEILINGS: '{"repliesPerProject":100000,"repliesPerInstallation":100000,"spendUsdPerProject":100000}',
    };
    const start = async (): Promise<Child> => (child = await serveChild({ state, port, vars: variables }));
    const { url } = await start();
    const owner = new Operator(url);
    await owner.setup();
    const { id: projectId, key } = await owner.project("Shop", SITE);
    await startAssistant(owner, projectId);
    models.answer((asked) => ({ object: provedAnswer(asked), chunkMs: 10 + random.below(50), usage: { input: 1000, output: 100 } }));

    let streaming = 0;
    const asked: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = models.requests.length;
      const visitors = await many(ASKED, async () => {
        const visitor = new Visitor(url, key, SITE);
        assert.equal((await visitor.start()).status, 201);
        return { visitor, clientId: randomUUID() };
      });
      const post = ({ visitor, clientId }: (typeof visitors)[number]) => visitor.open(QUESTION, { clientId });
      const posted = Promise.allSettled(visitors.map(post));
      // Rounds that an earlier kill left go on too, and may be killed again.
      void fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`).catch(() => undefined);
      for (const end = Date.now() + 10_000; models.requests.length === before && Date.now() < end;) await sleep(5);
      await sleep(random.below(700));
      streaming += desk((tables) => tables.all("SELECT 1 FROM ai_calls WHERE state = 'started'").length);
      await child?.kill(kill % 2 === 0 ? "runtime" : "parent");
      await posted;
      letLeasesEnd();
      await start();
      // Who got no response asks again, as the widget does.
      for (const one of visitors) {
        const answer = await post(one);
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
        asked.push((answer.body as Posted).conversation.id);
      }
    }
    for (let turn = 0; !desk(isQuiet); turn += 1) {
      assert.ok(turn < 20, "it does not come to rest");
      await sleep(3000);
      await child?.stop();
      letLeasesEnd();
      await start();
      await fetch(`${url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`);
    }
    await child?.stop();
    child = undefined;

    const tables = new Tables(state);
    const wrong: string[] = [];
    const ends: Record<string, number> = {};
    for (const id of asked) {
      const said = tables.all(
        "SELECT author_role AS role, content FROM messages WHERE conversation_id = ? AND kind = 'message' ORDER BY revision",
        id,
      );
      const rounds = tables.all("SELECT id, state, lease FROM assistant_rounds WHERE conversation_id = ?", id);
      const changes = tables.all("SELECT 1 FROM conversation_events WHERE conversation_id = ? AND kind = 'answers'", id);
      const end = String(rounds[0]?.["state"]);
      ends[end] = (ends[end] ?? 0) + 1;
      const isAnswered = end === "sent" && said[1]?.["content"] === PROVED && changes.length === 0;
      const isHandedOver = end === "handed_over" && said[1]?.["content"] === HANDED_OVER && changes.length === 1;
      const roles = said.map(({ role }) => role).join(" ");
      const traces = tables.all("SELECT 1 FROM assistant_traces WHERE conversation_id = ?", id);
      if (roles !== "visitor assistant" || rounds.length !== 1 || traces.length !== 1 || !(isAnswered || isHandedOver))
        wrong.push(JSON.stringify({ id, said, rounds, changes: changes.length, traces: traces.length }));
    }
    const one = (sql: string): number => Number(Object.values(tables.all(sql)[0] ?? {})[0] ?? 0);
    const calls = one("SELECT count(*) FROM ai_calls");
    const lost = one("SELECT count(*) FROM ai_calls WHERE state = 'lost'");
    process.stdout.write(
      `assistant: seed ${SEED}, ${KILLS} kills of ${streaming} streaming calls, ${asked.length} messages: ${JSON.stringify(ends)}; ${calls} calls, ${lost} of them lost; ${wrong.length} wrong; ${((Date.now() - began) / 1000).toFixed(0)} s\n`,
    );
    assert.deepEqual(wrong, []);
    assert.equal(new Set(asked).size, KILLS * ASKED);
    assert.equal(one("SELECT count(*) FROM conversations"), asked.length);
    assert.equal(one("SELECT count(*) FROM ai_calls WHERE state = 'started'"), 0);
    // The day's sums are those of the calls; a round's cost is that of its settled call, lost ones excepted.
    assert.equal(one("SELECT sum(cost) FROM ai_usage"), one("SELECT sum(cost) FROM ai_calls"));
    assert.equal(one("SELECT sum(calls) FROM ai_usage"), calls);
    assert.equal(one("SELECT sum(cost) FROM assistant_rounds"), one("SELECT sum(cost) FROM ai_calls WHERE state = 'done'"));
    assert.equal(one(`SELECT sum(n) FROM abuse_counters WHERE key = 'repliesPerProject:${projectId}'`), ends["sent"] ?? 0);
    assert.ok(streaming >= KILLS, "hardly any call was under way when the service was killed");
    assert.ok((ends["sent"] ?? 0) > 0);
    tables.close();
  },
);

function desk<T>(read: (tables: Tables) => T): T {
  const tables = new Tables(state);
  try {
    return read(tables);
  } finally {
    tables.close();
  }
}
