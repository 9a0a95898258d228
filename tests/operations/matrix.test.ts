// Every call of setup and deploy × every fault: it is reported in the right words, nothing is half done, and a repeat reaches the same end.
import assert from "node:assert/strict";
import { test } from "vitest";
import { refuse } from "../doubles/platform/answers.ts";
import type { Trouble } from "../doubles/platform/index.ts";
import { TURN } from "../support/sampling.ts";
import { type ToolTrouble, World, platformContents } from "./world.ts";

/**
 * The long run takes every call. The short one does so for "500" and for an answer that is lost, takes every ninth call where only the
 * wording of the refusal differs, and every third for the other faults and where a run is abandoned. Which ones turns with the commit.
 */
const LONG = process.env["LONG"] === "1";

interface Faulty {
  readonly trouble: Trouble;
  /** Consecutive failing calls; three defeat every retry. */
  readonly times: number;
  readonly message: RegExp;
}

const NEEDS = /needs (Zone Read|D1 Edit|Workers R2 Storage Edit|Queues Edit|Workers Scripts Edit|Workers Routes Edit)/;
const FAULTS: Record<string, Faulty> = {
  "401": { trouble: refuse(401, 10_000, "Authentication error"), times: 3, message: /does not accept the sign-in.*PLATFORM_API_TOKEN/ },
  "403": { trouble: refuse(403, 10_000, "Authentication error"), times: 3, message: NEEDS },
  "409": { trouble: refuse(409, 10_004, "exists"), times: 1, message: /exists already|left with its owner, untouched/ },
  "429 once": { trouble: refuse(429, 971, "slow down", { "retry-after": "1" }), times: 1, message: /never/ },
  "429": { trouble: refuse(429, 971, "slow down", { "retry-after": "1" }), times: 3, message: /refuses more calls.*wait 1 s/ },
  "429 for an hour": { trouble: refuse(429, 971, "slow down", { "retry-after": "3600" }), times: 1, message: /wait 3600 s/ },
  "500 once": { trouble: refuse(500, 0, "oops"), times: 1, message: /trouble of its own/ },
  "500": { trouble: refuse(500, 0, "oops"), times: 3, message: /trouble of its own/ },
  "no JSON": { trouble: { status: 200, body: "<html>" }, times: 3, message: /answer is not the platform's/ },
  hang: { trouble: "hang", times: 3, message: /No answer.*took too long/ },
  reset: { trouble: "reset", times: 3, message: /No answer.*connection failed/ },
  "lost answer": { trouble: "lose", times: 1, message: /No answer/ },
};
const HEALED_BY_ITSELF = new Set(["429 once"]);
/** Faults that a retry or a look at the existing state can recover from. */
const MAY_HEAL = new Set([...HEALED_BY_ITSELF, "500 once", "lost answer"]);
/** Faults with the same outcome, before anything takes effect; only "500" is repeated at every call. */
const LIKE_500 = new Set(["401", "403", "429", "429 for an hour", "no JSON", "hang", "reset"]);

async function setupAndDeploy(world: World): Promise<void> {
  await world.setup();
  await world.deploy();
}

const clean = await (async () => {
  const world = await World.make();
  await setupAndDeploy(world);
  const calls = world.double.calls.map(({ method, path }) => `${method} ${path.replaceAll(/[0-9a-f-]{32,36}/g, "…").split("?")[0]}`);
  const state = platformContents(world.double.state);
  await world.stop();
  return { calls, state };
})();

/** Runs until the fault, checks what it left, and repeats. */
async function failAndRepeat(at: number, name: string, fault: Faulty): Promise<void> {
  const world = await World.make(fault.trouble === "hang" ? 200 : undefined);
  try {
    world.double.fault({ on: at, trouble: fault.trouble, times: fault.times });
    let message: string | undefined;
    try {
      await setupAndDeploy(world);
    } catch (error) {
      message = (error as Error).message;
    }
    const isHealth = clean.calls[at]?.includes("/origin/") === true;
    if (HEALED_BY_ITSELF.has(name) && !isHealth) assert.equal(message, undefined);
    else if (!MAY_HEAL.has(name) && !isHealth) assert.ok(message !== undefined, "the refusal is passed on");
    if (message !== undefined) {
      assert.match(message, isHealth ? /code is published.*health does not answer/ : fault.message);
      for (const value of Object.values(world.target().secrets)) assert.ok(!message.includes(value));
    }
    const uploaded = clean.calls.findIndex((call) => call.endsWith("/domains/changeset"));
    if (message !== undefined && at < uploaded) assert.equal(world.double.state.scripts.size, 0, "no code before the trouble");
    if (LIKE_500.has(name)) return;
    world.double.calm();
    if (message !== undefined) await setupAndDeploy(world);
    assert.deepEqual(platformContents(world.double.state), clean.state);
  } finally {
    await world.stop();
  }
}

const withContext = async (at: number, call: string, name: string, fault: Faulty): Promise<void> => {
  try {
    await failAndRepeat(at, name, fault);
  } catch (error) {
    throw new Error(`call ${at}, ${call}: ${(error as Error).message}`, { cause: error });
  }
};

for (const [index, [name, fault]] of Object.entries(FAULTS).entries()) {
  const oneOf = LONG || name === "500" || name === "lost answer" ? 1 : LIKE_500.has(name) ? 9 : 3;
  const calls = [...clean.calls.entries()].filter(([at]) => (at + index + TURN) % oneOf === 0);
  test(`${name} at ${calls.length} of ${clean.calls.length} calls`, async () => {
    const left = [...calls];
    // Calls that hang only cost waiting time.
    const width = fault.trouble === "hang" ? 6 : 1;
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await withContext(...next, name, fault);
    };
    await Promise.all(Array.from({ length: width }, work));
  });
}

for (const at of ["migrations", "publish"] as const) {
  for (const when of ["before", "half", "after"] as const) {
    test(`the tool fails ${when === "half" ? "half-way through" : when} ${at}`, async () => {
      const world = await World.make();
      const trouble: ToolTrouble = { at, when };
      if (at === "migrations") await assert.rejects(world.setup({}, trouble), /The tool failed/);
      else {
        await world.setup();
        await assert.rejects(world.deploy({}, trouble), /The tool failed/);
      }
      await setupAndDeploy(world);
      assert.deepEqual(platformContents(world.double.state), clean.state);
      await world.stop();
    });
  }
}

// As after a kill: the first run never receives another answer.
test("a run that is abandoned at any call, before or after it took effect, can be repeated", async () => {
  for (const [offset, trouble] of (["hang", "lose"] as const).entries()) {
    for (const at of [...clean.calls.keys()].filter((call) => LONG || (call + offset + TURN) % 3 === 0)) {
      const world = await World.make();
      const stopped = new Promise<void>((stop) => world.double.fault({ on: at, trouble, times: 1000, meanwhile: stop }));
      await Promise.race([setupAndDeploy(world).catch(() => undefined), stopped]);
      await new Promise((settled) => setTimeout(settled, 5));
      world.double.calm();
      await setupAndDeploy(world);
      assert.deepEqual(platformContents(world.double.state), clean.state, `${trouble} at call ${at}, ${clean.calls[at]}`);
      await world.stop();
    }
  }
});
