// Edge cases of setup and deploy: flags, sign-in, faults of the environment, and allowed addresses of a double.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { lockTarget } from "../../scripts/lib/remote/lock.ts";
import { type PlatformDouble, startPlatformDouble } from "../doubles/platform/index.ts";
import { seenIn } from "./canaries.ts";
import { type Checkout, filesOf, makeCheckout } from "./checkout.ts";

let checkout: Checkout;
let double: PlatformDouble;
const environment = (): Record<string, string> => ({
  PLATFORM_ACCOUNT_ID: double.state.accountId,
  SVC_RESOURCE_PREFIX: "acme",
  SVC_PUBLIC_ORIGIN: "https://desk.example.com",
  SEED_DESK_PLATFORM_DOUBLE: double.url,
});

beforeAll(async () => {
  checkout = makeCheckout();
  double = await startPlatformDouble();
});
afterAll(async () => {
  await double.stop();
  checkout.remove();
});

for (const args of [[], ["--local", "--plan"], ["--remote", "--plan"], ["--dry-run"], ["--remote", "now"], ["--remote=yes"]]) {
  test(`setup and deploy refuse ${JSON.stringify(args)} with their usage`, async () => {
    const [setup, deploy] = await Promise.all([
      checkout.run(["scripts/setup.ts", ...args], environment()),
      checkout.run(["scripts/deploy.ts", ...args], environment()),
    ]);
    assert.deepEqual([setup.code, deploy.code], [2, 2]);
    assert.equal(setup.output, "usage: pnpm run setup --local | --plan | --remote, or npm run setup -- --local\n");
    assert.equal(deploy.output, "usage: pnpm run deploy --local | --remote, or npm run deploy -- --local\n");
  });
}

test("invalid variables stop both commands before anything is sent or written", async () => {
  const wrong = { ...environment(), RATE_LIMITS: "{", AI_DAILY_CEILINGS: "[]", CODEHOST_TOKENS: "{", PLATFORM_API_TOKEN: double.token };
  for (const script of ["scripts/setup.ts", "scripts/deploy.ts"]) {
    const { code, output } = await checkout.run([script, "--remote"], wrong);
    assert.equal(code, 1);
    for (const name of ["RATE_LIMITS", "AI_DAILY_CEILINGS", "CODEHOST_TOKENS"]) assert.match(output, new RegExp(`^${name} `, "m"));
    assert.match(output, /3 variables are not right\. Nothing was sent anywhere\./);
  }
  assert.equal(double.calls.length, 0);
  assert.ok(!existsSync(join(checkout.root, ".seed")));
});

test("an unlocked migration stops setup before the first call", async () => {
  const file = join(checkout.root, "migrations.lock.json");
  const text = readFileSync(file, "utf8");
  const lock = JSON.parse(text) as Record<string, unknown>;
  const last = Object.keys(lock).at(-1) ?? "";
  delete lock[last];
  writeFileSync(file, JSON.stringify(lock));
  const { code, output } = await checkout.run(["scripts/setup.ts", "--remote"], { ...environment(), PLATFORM_API_TOKEN: double.token });
  writeFileSync(file, text);
  assert.equal(code, 1);
  assert.ok(output.includes(`${last}: not in migrations.lock.json; run pnpm run migrations:prepare`), output);
  assert.equal(double.calls.length, 0);
});

test("of two commands on one target the second is told which one is running", async () => {
  const release = lockTarget(join(checkout.root, ".seed/deployment/acme"));
  const { code, output } = await checkout.run(["scripts/deploy.ts", "--remote"], { ...environment(), PLATFORM_API_TOKEN: double.token });
  release();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`Process ${process.pid} is at work on this target`));
  assert.equal(double.calls.length, 0);
});

test("a token is sent only to the platform's address, or to a double on this machine", async () => {
  const env = { ...environment(), PLATFORM_API_TOKEN: double.token, SEED_DESK_PLATFORM_DOUBLE: "http://elsewhere.example" };
  const { code, output } = await checkout.run(["scripts/setup.ts", "--remote"], env);
  assert.equal(code, 1);
  assert.match(output, /SEED_DESK_PLATFORM_DOUBLE must be http:\/\/127\.0\.0\.1/);
});

test("without a token and without a sign-in, both ways are named", async () => {
  const { code, output } = await checkout.run(["scripts/setup.ts", "--remote"], environment());
  assert.equal(code, 1);
  assert.match(output, /Not signed in to the platform: set PLATFORM_API_TOKEN, or sign in once with: .*wrangler login/);
  assert.equal(double.calls.length, 0);
});

test("the platform tool's own sign-in serves both the tool and our calls", async () => {
  const folder = join(checkout.root, ".home/.config/.wrangler/config");
  mkdirSync(folder, { recursive: true });
  const lines = [
    `oauth_token = "${double.token}"`,
    'expiration_time = "2099-01-01T00:00:00.000Z"',
    'refresh_token = "r"',
    'scopes = ["account:read"]',
  ];
  writeFileSync(join(folder, "default.toml"), lines.join("\n"));
  const { code, output } = await checkout.run(["scripts/setup.ts", "--remote"], environment());
  assert.equal(code, 0, output);
  assert.match(output, /\d+ applied now/);
  assert.ok(!output.includes(double.token));
});

test("deploy --local stops at faults of .dev.vars, and otherwise builds and packs without a call or a printed value", async () => {
  const file = join(checkout.root, ".dev.vars");
  writeFileSync(file, "RATE_LIMITS={\nINTEGRATION_ENCRYPTION_KEY=canary7f3\n");
  const refused = await checkout.run(["scripts/deploy.ts", "--local"], {});
  assert.equal(refused.code, 1);
  assert.match(refused.output, /RATE_LIMITS is not JSON\n.*INTEGRATION_ENCRYPTION_KEY must be the base64/);
  writeFileSync(file, "OPENAI_API_KEY=canary7f3\n");
  const calls = double.calls.length;
  const { code, output } = await checkout.run(["scripts/deploy.ts", "--local"], environment());
  assert.equal(code, 0, output);
  assert.match(output, /built\nlocal migrations: \d+ applied now\npacks; nothing was sent/);
  assert.equal(double.calls.length, calls);
  for (const [path, bytes] of filesOf(join(checkout.root, "dist"))) assert.deepEqual(seenIn(bytes, ["canary7f3"]), [], path);
});
