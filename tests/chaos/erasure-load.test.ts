// Measures how much an erasure of thousands of messages and files slows other visitors' sends. Compares medians of the same run, because
// milliseconds of a shared machine mean little. LONG=1 takes 10,000 messages.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { median, OneConnection } from "../../bench/load.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";
import { fill } from "./erasure-fill.ts";
import { HIGH_LIMITS, SITE, vars } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const MESSAGES = LONG ? 10_000 : 4000;
const OBJECTS = LONG ? 10_000 : 300;
const ROUNDS = LONG ? 2 : 3;
const TARGET = 1.5;
/** For the slowest of the sends, which would wait for a whole page or run of the erasure if it left no pause. */
const TAIL_TARGET = 6;
const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

let served: Served;
let owner: Operator;
let project: { id: string; key: string };
beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: vars({ ...HIGH_LIMITS, messagesPerConversationMinute: 1_000_000 }) });
  owner = new Operator(served.url);
  assert.equal((await owner.setup()).status, 201);
  project = await owner.project("Acme", SITE);
});
afterAll(() => served.stop());

async function guest(): Promise<{ visitor: Visitor; conversationId: string }> {
  const visitor = new Visitor(served.url, project.key, SITE);
  assert.equal((await visitor.start()).status, 201);
  return { visitor, conversationId: (await visitor.open("hello")).body.conversation.id };
}
const isErased = async ({ contactId }: Visitor): Promise<boolean> =>
  (await owner.call<{ erasure: { state: string } }>(`/api/management/projects/${project.id}/contacts/${contactId}/erasure`)).body.erasure
    .state === "erased";

async function untilErased(visitor: Visitor): Promise<void> {
  while (!(await isErased(visitor))) await new Promise((wake) => setTimeout(wake, 50));
}

test(
  `a send takes at most ${TARGET} times as long while ${MESSAGES} messages and files are erased`,
  { timeout: LONG ? 900_000 : 115_000 },
  async () => {
    const { visitor, conversationId } = await guest();
    const connection = new OneConnection();
    const headers = { origin: SITE, authorization: `Bearer ${visitor.token}`, "content-type": "application/json" };
    const send = (): Promise<number> =>
      connection.post(
        `${served.url}/api/widget/conversations/${conversationId}/messages`,
        JSON.stringify({ clientId: randomUUID(), content: "How much is it?", attachments: [] }),
        headers,
      );
    const sample = async (n: number): Promise<number[]> => {
      const times: number[] = [];
      for (let i = 0; i < n; i += 1) times.push(await send());
      return times;
    };
    await sample(100);
    const ratios: number[] = [];
    const tails: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const doomed = await guest();
      await fill(served, { projectId: project.id, ...doomed }, MESSAGES, "soon gone", { from: (round + 1) * 1_000_000, objects: OBJECTS });
      const idle = await sample(60);
      const began = performance.now();
      const erased = await owner.post(`/api/management/projects/${project.id}/contacts/${doomed.visitor.contactId}/erase`, {});
      assert.equal(erased.status, 202);
      const busy: number[] = [];
      // Polled beside the sends: a poll that waits for the erasure must not delay the measurement.
      let ended = false;
      const watching = untilErased(doomed.visitor).then(() => (ended = true));
      while (!ended) busy.push(await send());
      await watching;
      const took = performance.now() - began;
      idle.push(...(await sample(60)));
      assert.ok(busy.length >= 10, `only ${busy.length} sends while it was erased`);
      const [a, b] = [median(busy), median(idle)];
      ratios.push(a / b);
      tails.push(p95(busy) / p95(idle));
      process.stdout.write(
        `erasure of ${MESSAGES}: ${took.toFixed(0)} ms; p50 of ${busy.length} sends meanwhile ${a.toFixed(2)} ms, of ${idle.length} idle ${b.toFixed(2)} ms: ${(a / b).toFixed(2)}; p95 ${p95(busy).toFixed(2)} and ${p95(idle).toFixed(2)} ms\n`,
      );
    }
    connection.close();
    const shown = (of: readonly number[]): string => of.map((ratio) => ratio.toFixed(2)).join(", ");
    assert.ok(median(ratios) <= TARGET, `medians ${shown(ratios)} times as long`);
    assert.ok(median(tails) <= TAIL_TARGET, `95th percentiles ${shown(tails)} times as long`);
  },
);
