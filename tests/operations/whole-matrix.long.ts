// Every call of the scripts and the real wrangler × every fault and every way of being ended, then the same commands again: the end is
// always the same, nothing is doubled, no file is left behind. Takes an hour or two; EVERY=n takes each nth case, FROM=n resumes there
// after a run that was stopped.
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { refuse } from "../doubles/platform/answers.ts";
import { type PlatformDouble, startPlatformDouble, type Trouble } from "../doubles/platform/index.ts";
import { canaryVariables, needles, seenIn } from "./canaries.ts";
import { type Checkout, type Ended, makeCheckout } from "./checkout.ts";
import { platformContents } from "./world.ts";

// The same ids each time, so that the build is made once.
const IDS = { accountId: "ab".repeat(16), databaseId: "00000000-0000-4000-8000-00000000d1d1" };
const EVERY = Number(process.env["EVERY"] ?? 1);
const FROM = Number(process.env["FROM"] ?? 0);

interface Case {
  readonly name: string;
  readonly trouble?: Trouble;
  readonly times?: number;
  readonly signal?: NodeJS.Signals;
}
const CASES: readonly Case[] = [
  { name: "401", trouble: refuse(401, 10_000, "Authentication error"), times: 9 },
  { name: "403", trouble: refuse(403, 10_000, "Authentication error"), times: 9 },
  { name: "429", trouble: refuse(429, 971, "slow down", { "retry-after": "3600" }), times: 9 },
  { name: "500", trouble: refuse(500, 0, "oops"), times: 9 },
  { name: "reset", trouble: "reset", times: 9 },
  { name: "lost answer", trouble: "lose" },
  { name: "killed before", trouble: "reset", signal: "SIGKILL" },
  { name: "killed after", trouble: "lose", signal: "SIGKILL" },
  { name: "Ctrl-C", signal: "SIGINT" },
  { name: "SIGTERM", signal: "SIGTERM" },
];

let checkout: Checkout;
const folder = (): string => join(checkout.root, ".seed/deployment/acme");

const environment = (double: PlatformDouble): Record<string, string> => ({
  ...canaryVariables(),
  PLATFORM_ACCOUNT_ID: double.state.accountId,
  PLATFORM_API_TOKEN: double.token,
  SVC_RESOURCE_PREFIX: "acme",
  SEED_DESK_PLATFORM_DOUBLE: double.url,
});

/** Runs setup and deploy until one of them fails; `ended` receives the running process. */
async function whole(double: PlatformDouble, starts: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined): Promise<Ended> {
  let last: Ended | undefined;
  for (const command of ["setup", "deploy"]) {
    const running = checkout.start([`scripts/${command}.ts`, "--remote"], environment(double));
    starts((signal) => void running.child.kill(signal));
    last = await running.ended;
    if (last.code !== 0) return last;
  }
  assert.ok(last);
  return last;
}

beforeAll(() => {
  checkout = makeCheckout();
});
afterAll(() => checkout.remove());

test("the whole matrix", async () => {
  const clean = await startPlatformDouble(IDS);
  const { code, output } = await whole(clean);
  assert.equal(code, 0, output);
  const wanted = platformContents(clean.state);
  const named = clean.calls.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
  await clean.stop();
  // Of repeated calls, the first and the last.
  const calls = [...named.keys()].filter((at) => named.indexOf(named[at] ?? "") === at || named.lastIndexOf(named[at] ?? "") === at);
  const all = calls.flatMap((at) => CASES.map((one) => ({ at, ...one }))).filter((_, i) => i >= FROM && i % EVERY === 0);
  process.stdout.write(`${named.length} calls, ${calls.length} of them × ${CASES.length} faults, ${all.length} cases\n`);
  let healed = 0;
  for (const { at, name, trouble, times, signal } of all) {
    const began = performance.now();
    for (const file of ["wrangler.json", "publish.json"]) rmSync(join(folder(), file), { force: true }); // the build stays
    const double = await startPlatformDouble(IDS);
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    double.fault({ on: at, times: times ?? 1, ...(trouble === undefined ? {} : { trouble }), meanwhile: () => signal && kill(signal) });
    const first = await whole(double, (next) => (kill = next));
    if (first.code === 0) healed += 1;
    const label = `${name} at call ${at}, ${named[at]}\n${first.output}`;
    assert.deepEqual(seenIn(first.output, needles([double.token, double.state.accountId])), [], label);
    double.calm();
    const second = await whole(double);
    assert.equal(second.code, 0, `${label}\n${second.output}`);
    assert.deepEqual(platformContents(double.state), wanted, label);
    assert.deepEqual(
      readdirSync(folder()).filter((file) => /^secrets-|draft/.test(file)),
      [],
      label,
    );
    await double.stop();
    const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(4);
    process.stdout.write(`${seconds} s  ${name.padEnd(13)} ${first.code === 0 ? "passed " : "stopped"} ${at} ${named[at]}\n`);
  }
  process.stdout.write(`${all.length} cases, ${healed} passed at the first try, all ended alike\n`);
});
