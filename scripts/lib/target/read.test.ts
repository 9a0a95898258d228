import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../../edition/variables.ts";
import { ROOT } from "../paths.ts";
import { readTarget } from "./read.ts";

const GOOD: Record<string, string> = {
  PLATFORM_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
  SVC_RESOURCE_PREFIX: "acme",
  SVC_PUBLIC_ORIGIN: "https://desk.acme.example",
};
const read = (more: Record<string, string | undefined> = {}) => readTarget({ ...GOOD, ...more });
const faultsOf = (more: Record<string, string | undefined>) => read(more).faults.map((fault) => fault.variable);

test("a target with a custom domain is read completely", () => {
  const { target, faults, warnings } = read({ PREVIEW_ORIGIN: "https://look.acme.example", EMAIL_FROM: "Desk <desk@acme.example>" });
  expect(faults).toEqual([]);
  expect(warnings).toEqual([]);
  expect(target).toEqual({
    accountId: GOOD["PLATFORM_ACCOUNT_ID"],
    prefix: "acme",
    names: { worker: "acme", database: "acme-db", bucket: "acme-files", jobs: "acme-jobs", deadJobs: "acme-jobs-dead" },
    host: { kind: "custom", name: "desk.acme.example" },
    customHosts: [
      { variable: "SVC_PUBLIC_ORIGIN", name: "desk.acme.example" },
      { variable: "PREVIEW_ORIGIN", name: "look.acme.example" },
    ],
    variables: { APP_ORIGIN: "https://desk.acme.example", PREVIEW_ORIGIN: "https://look.acme.example" },
    secrets: { EMAIL_FROM: "Desk <desk@acme.example>" },
    apiToken: undefined,
  });
});

test("a target with a workers.dev host needs no zone", () => {
  const { target } = read({ SVC_PUBLIC_ORIGIN: "https://acme.team.workers.dev" });
  expect(target?.host).toEqual({ kind: "platform", name: "acme.team.workers.dev" });
  expect(target?.customHosts).toEqual([]);
});

const WRONG: [variable: string, values: string[]][] = [
  ["PLATFORM_ACCOUNT_ID", ["", "0123", "z".repeat(32), "0".repeat(33)]],
  ["SVC_RESOURCE_PREFIX", ["", "ab", "a".repeat(41), "1abc", "-abc", "Abc", "a_b", "a.b", "a b"]],
  [
    "SVC_PUBLIC_ORIGIN",
    [
      "",
      "desk.acme.example",
      "http://desk.acme.example",
      "https://desk.acme.example/",
      "https://desk.acme.example/x",
      "https://desk.acme.example:8443",
      "https://desk.acme.example?q",
      "https://desk.acme.example#f",
      "https://u:p@desk.acme.example",
      "https://DESK.acme.example",
      "https://localhost",
      "https://desk.localhost",
      "https://10.0.0.1",
      "https://[::1]",
      "https://desk.acme.example.",
      "https://*.acme.example",
      "https://$(id).acme.example",
      "https://desk_x.acme.example",
      "https://-a.acme.example",
      "https://a..example.com",
      `https://${"a".repeat(64)}.acme.example`,
      "https://co.uk",
      "https://other.team.workers.dev",
      "https://acme.workers.dev",
      "https://x.acme.team.workers.dev",
      "https://acme.pages.dev",
    ],
  ],
  ["SVC_SETUP_TOKEN", ["x".repeat(31)]],
  ["SVC_SETUP_OWNER_EMAIL", ["olga", "olga@", "a@b", "a b@c.example", "Olga <o@c.example>"]],
  [
    "PREVIEW_ORIGIN",
    ["https://desk.acme.example", "https://x.team.workers.dev", "http://look.acme.example", "https://look.acme.example/", "x"],
  ],
  ["MANAGEMENT_ORIGIN", ["https://panel.other.example", "http://panel.acme.example", "https://panel.acme.example/"]],
  ["PLATFORM_API_TOKEN", ["two words", "line\nbreak"]],
  ["RATE_LIMITS", ["{", "[]", '{"uploadsPerContactDay":0}', '{"nope":1}']],
  ["AI_DAILY_CEILINGS", ["{", '{"repliesPerProject":-1}', '{"spendUsdPerProject":"1"}']],
  ["REGISTRATION_ENABLED", ["yes", "1", "TRUE"]],
  ["ENABLE_SYNTHETIC_EVALUATION", ["true", "maybe"]],
  ["EMAIL_PROVIDER", ["postmark", "Resend"]],
  ["EMAIL_ACCOUNT_ID", ["x"]],
  ["EMAIL_FROM", ["nobody", "Desk <desk>"]],
  ["EMAIL_API_KEY", ["has space"]],
  [
    "INTEGRATION_ENCRYPTION_KEY",
    ["short", btoa("x".repeat(31)), btoa("x".repeat(33)), btoa("x".repeat(32)).replace("=", ""), "!".repeat(44)],
  ],
  ["CODEHOST_TOKENS", ["{", "[]", '{"x":"t"}', '{"prj_00000000000000000000000000":""}', '{"prj_00000000000000000000000000":5}']],
  ["CODEHOST_PROJECT_ID", ["project-1"]],
  ["TRAINING_PRICE_CEILINGS", ["5", "[]", '{"m":0}', '{"m":{"input":-1}}', '{"m":{}}', '{"":1}']],
  ["DNS_RESOLVER_URL", ["http://resolver.example", "https://u:p@resolver.example", "https://resolver.example/?a=b", "resolver"]],
  ["VECTOR_STORE_URL", ["http://store.example", "https://u:p@store.example", "https://store.example/?a=b", "store"]],
  ["OPENAI_BASE_URL", ["http://models.example/v1", "https://u:p@models.example"]],
  ...["ANTHROPIC_BASE_URL", "GOOGLE_BASE_URL", "MISTRAL_BASE_URL", "XAI_BASE_URL", "GROQ_BASE_URL", "MODEL_SERVER_URL"].map(
    (name) => [name, ["http://models.example/v1", "https://u:p@models.example"]] as [string, string[]],
  ),
  ["CONTEXT_MODEL", ["nameless-model", "deepseek/chat", "openai//x", "openai/two words"]],
  [
    "AI_MODEL_PRICES",
    ["{", "[]", "5", '{"gpt-5":{"input":1,"output":1}}', '{"openai/gpt-5":{"input":1}}', '{"openai/gpt-5":{"input":-1,"output":1}}'],
  ],
  ["KNOWLEDGE_EMBEDDING_MODEL", ["nameless-model", "anthropic/claude", "openai//x", "openai/two words"]],
  ["APP_ORIGIN", ["https://elsewhere.example"]],
  ["LEAD_MODEL", ["x".repeat(5001)]],
];
test.each(WRONG.flatMap(([variable, values]) => values.map((value) => [variable, value] as const)))("%s refuses %j", (variable, value) => {
  const { target, faults } = read({ [variable]: value });
  expect(target).toBeUndefined();
  expect(faults.map((fault) => fault.variable)).toEqual([variable]);
  const [fault] = faults;
  expect(fault?.message).toMatch(/^(must|is |has|names? |JSON|uploads|nope|replies|spend)/);
  if (value.length > 4) expect(fault?.message).not.toContain(value);
});

test("a challenge secret needs its site key", () => {
  expect(faultsOf({ CHALLENGE_SECRET: "s".repeat(20) })).toEqual(["CHALLENGE_SITE_KEY"]);
  expect(faultsOf({ CHALLENGE_SECRET: "s".repeat(20), CHALLENGE_SITE_KEY: "k" })).toEqual([]);
});

test("the deployment token is refused as the token for sending mail", () => {
  expect(faultsOf({ PLATFORM_API_TOKEN: "same-token", EMAIL_API_KEY: "same-token" })).toEqual(["EMAIL_API_KEY"]);
  expect(faultsOf({ PLATFORM_API_TOKEN: "one-token", EMAIL_API_KEY: "other-token" })).toEqual([]);
});

test("same-site means the same registrable domain: co.uk and workers.dev are public suffixes", () => {
  const management = (origin: string, panel: string) => faultsOf({ SVC_PUBLIC_ORIGIN: origin, MANAGEMENT_ORIGIN: panel });
  expect(management("https://desk.acme.co.uk", "https://panel.acme.co.uk")).toEqual([]);
  expect(management("https://desk.acme.co.uk", "https://panel.other.co.uk")).toEqual(["MANAGEMENT_ORIGIN"]);
  expect(management("https://acme.team.workers.dev", "https://panel.team.workers.dev")).toEqual([]);
  expect(management("https://acme.team.workers.dev", "https://panel.rival.workers.dev")).toEqual(["MANAGEMENT_ORIGIN"]);
});

test("all faults are reported together, each with its variable", () => {
  const { faults } = readTarget({ SVC_RESOURCE_PREFIX: "A", RATE_LIMITS: "{", CODEHOST_TOKENS: "x", SVC_SETUP_TOKEN: "short" });
  expect(faults.map((fault) => fault.variable).sort()).toEqual([
    "CODEHOST_TOKENS",
    "PLATFORM_ACCOUNT_ID",
    "RATE_LIMITS",
    "SVC_PUBLIC_ORIGIN",
    "SVC_RESOURCE_PREFIX",
    "SVC_SETUP_TOKEN",
  ]);
});

test("other origins are compared with the host name in the public origin even if that origin is malformed", () => {
  const others = { PREVIEW_ORIGIN: "https://desk.acme.example", MANAGEMENT_ORIGIN: "https://panel.other.example" };
  for (const origin of ["https://desk.acme.example/", "http://desk.acme.example", "https://desk.acme.example:8443"])
    expect(faultsOf({ SVC_PUBLIC_ORIGIN: origin, ...others })).toEqual(["SVC_PUBLIC_ORIGIN", "PREVIEW_ORIGIN", "MANAGEMENT_ORIGIN"]);
  // Without a host name there is nothing to compare with.
  expect(faultsOf({ SVC_PUBLIC_ORIGIN: "desk", ...others })).toEqual(["SVC_PUBLIC_ORIGIN"]);
});

test("no message repeats the value of any variable", () => {
  const canary = "canary 0123456789";
  const names = [...PUBLIC_VARIABLES, ...SECRET_VARIABLES, ...Object.keys(GOOD), "PLATFORM_API_TOKEN"];
  const { faults, warnings } = readTarget(Object.fromEntries(names.map((name) => [name, canary])));
  expect(faults.length).toBeGreaterThan(20);
  expect(JSON.stringify([faults, warnings])).not.toContain("canary");
});

test("only names of the allowlists reach the worker", () => {
  const { target } = read({ AWS_SECRET: "x", TEST_SCRYPT_LOG_N: "1", LEAD_MODEL: "m", OPENAI_API_KEY: "k" });
  expect(target?.variables).toEqual({ APP_ORIGIN: GOOD["SVC_PUBLIC_ORIGIN"], LEAD_MODEL: "m" });
  expect(target?.secrets).toEqual({ OPENAI_API_KEY: "k" });
});

test("enabling registration without challenge, ceiling and mail gives a warning that names them", () => {
  const [warning] = read({ REGISTRATION_ENABLED: "true" }).warnings;
  for (const word of [
    "CHALLENGE_SECRET",
    "repliesPerInstallation",
    "EMAIL_PROVIDER",
    "EMAIL_API_KEY",
    "EMAIL_FROM",
    "provider-side spending limits",
  ])
    expect(warning).toContain(word);
  const ready = {
    REGISTRATION_ENABLED: "true",
    CHALLENGE_SECRET: "s",
    CHALLENGE_SITE_KEY: "k",
    AI_DAILY_CEILINGS: '{"repliesPerInstallation":500}',
    EMAIL_PROVIDER: "resend",
    EMAIL_API_KEY: "k",
    EMAIL_FROM: "desk@acme.example",
  };
  expect(read(ready)).toMatchObject({ faults: [], warnings: [] });
});

test("a misspelt variable gives a warning", () => {
  expect(read({ SVC_PUBLIC_ORGIN: "x" }).warnings).toEqual(["SVC_PUBLIC_ORGIN is not a variable of Seed Desk and is not used."]);
});

test("the deployment guide names every variable", () => {
  const guide = readFileSync(join(ROOT, "docs/guides/deployment.md"), "utf8");
  const names = [...PUBLIC_VARIABLES, ...SECRET_VARIABLES, ...Object.keys(GOOD), "PLATFORM_API_TOKEN"];
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test("the bootstrap script hides every secret from package installation", () => {
  const bootstrap = readFileSync(join(ROOT, "scripts/bootstrap.mjs"), "utf8");
  const isPrivate = new RegExp(/=>\s+\/(.+?)\/i\.test\(name\)/.exec(bootstrap)?.[1] ?? "^$", "i");
  const names = [...SECRET_VARIABLES, "PLATFORM_API_TOKEN", "CLOUDFLARE_API_TOKEN", "CF_API_KEY"];
  expect(names.filter((name) => !isPrivate.test(name))).toEqual([]);
});
