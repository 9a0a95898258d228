import { globSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as kernel from "#kernel/config/index.ts";
import { configOf as configOfEnvironment } from "#kernel/config/from-environment.ts";
import { accountsConfig } from "../modules/accounts/variables.ts";
import { CAPABILITIES, LIMIT_NAMES, PUBLIC_VARIABLES, SECRET_VARIABLES, VARIABLES } from "./variables.ts";

const readConfig = (source: Readonly<Record<string, unknown>>): kernel.Config => kernel.readConfig(source, VARIABLES);
const configOf = (source: Readonly<Record<string, unknown>>): kernel.Config => configOfEnvironment(source, VARIABLES);

const RATE_LIMIT_DEFAULTS = {
  widgetSessionsPerIpHour: 30,
  widgetSessionsPerProjectHour: 5000,
  conversationsPerContactHour: 10,
  conversationsPerIpHour: 30,
  conversationsPerProjectHour: 5000,
  messagesPerConversationMinute: 15,
  messagesPerContactHour: 120,
  widgetEventsPerContactMinute: 120,
  uploadsPerContactDay: 30,
  uploadBytesPerContactDay: 100_000_000,
  uploadsPerProjectDay: 5000,
  uploadBytesPerProjectDay: 5_000_000_000,
  registrationsPerIpDay: 5,
  projectsPerIpDay: 10,
  projectsPerAccountDay: 10,
};
const AI_CEILING_DEFAULTS = { repliesPerProject: 200, spendUsdPerProject: 10, repliesPerInstallation: 2000, contextRunsPerProject: 500 };

type Parsed = { readonly value: Readonly<Record<string, number>> } | { readonly fault: string };
const parse = (variable: "RATE_LIMITS" | "AI_DAILY_CEILINGS", text: string | undefined): Parsed => {
  const config = readConfig({ [variable]: text });
  const fault = config.errors.find((one) => one.variable === variable)?.message;
  return fault === undefined ? { value: variable === "RATE_LIMITS" ? config.rateLimits : config.aiCeilings } : { fault };
};
const parseRateLimits = (text: string | undefined): Parsed => parse("RATE_LIMITS", text);
const parseAiCeilings = (text: string | undefined): Parsed => parse("AI_DAILY_CEILINGS", text);
const faultOf = (parsed: Parsed): string => ("fault" in parsed ? parsed.fault : "");

test("every variable belongs to a capability, and a public one to exactly one", () => {
  const claimed = CAPABILITIES.flatMap((one) => one.public);
  expect(claimed.toSorted()).toEqual(PUBLIC_VARIABLES.toSorted());
  const secrets = new Set(CAPABILITIES.flatMap((one) => [...one.secrets, ...(one.oneOf ?? [])]));
  expect([...secrets].toSorted()).toEqual(SECRET_VARIABLES.toSorted());
});
test("names of capabilities are unique, in lower case with hyphens", () => {
  const names = CAPABILITIES.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
test("each variable and each limit is declared once, and a ceiling declared by several modules has one default", () => {
  const names = [...PUBLIC_VARIABLES, ...SECRET_VARIABLES];
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(LIMIT_NAMES).size).toBe(LIMIT_NAMES.length);
  const defaults = new Map<string, number>();
  for (const [name, value] of VARIABLES.flatMap((one) => Object.entries(one.ceilings ?? {})))
    expect(value, name).toBe(defaults.set(name, defaults.get(name) ?? value).get(name));
});
test("the declarations of every module are included", () => {
  const declared = globSync("modules/*/variables.ts").map((file) => file.split(sep)[1]);
  const joined = [...readFileSync("edition/variables.ts", "utf8").matchAll(/modules\/([\w-]+)\/variables\.ts/g)].map(([, name]) => name);
  expect(joined.toSorted()).toEqual(declared.toSorted());
});

test("without any setting, limits have the defaults of the specification", () => {
  expect(parseRateLimits(undefined)).toEqual({ value: RATE_LIMIT_DEFAULTS });
  expect(parseRateLimits("  ")).toEqual({ value: RATE_LIMIT_DEFAULTS });
  expect(parseAiCeilings(undefined)).toEqual({ value: AI_CEILING_DEFAULTS });
  expect(parseRateLimits("{}")).toEqual({ value: RATE_LIMIT_DEFAULTS });
});

test("a subset of the keys replaces only those keys", () => {
  expect(parseRateLimits('{"messagesPerContactHour": 1}')).toEqual({ value: { ...RATE_LIMIT_DEFAULTS, messagesPerContactHour: 1 } });
  expect(parseAiCeilings('{"spendUsdPerProject": 0.5}')).toEqual({ value: { ...AI_CEILING_DEFAULTS, spendUsdPerProject: 0.5 } });
});

test.each(["0", "-1", "1.5", '"30"', "null", "true", "[]", "1e400", "9007199254740993", "{}"])(
  "a limit of %s is a fault that names the key",
  (value) => {
    expect(faultOf(parseRateLimits(`{"uploadsPerContactDay": ${value}}`))).toContain("uploadsPerContactDay");
  },
);
test.each(["not json", "[]", "5", '"x"', "null", "{'a':1}", '{"messagesPerContactHour": 1,}'])(
  "%s is not accepted as an object of limits",
  (source) => {
    expect(faultOf(parseRateLimits(source))).not.toBe("");
    expect(faultOf(parseAiCeilings(source))).not.toBe("");
  },
);
test("a misspelt key is a fault and is not ignored", () => {
  const ceilings = Object.keys(AI_CEILING_DEFAULTS).join(", ");
  expect(faultOf(parseAiCeilings('{"sk-pasted-by-mistake": 5, "another": 5, "repliesPerProject": 0}'))).toBe(
    `repliesPerProject: must be a positive number; has a key that is none of ${ceilings}`,
  );
  for (const key of ["messagesPerContactHours", "__proto__", "toString"])
    expect(faultOf(parseRateLimits(`{"${key}": 5}`))).toBe(`has a key that is none of ${Object.keys(RATE_LIMIT_DEFAULTS).join(", ")}`);
  expect(faultOf(parseAiCeilings('{"spendUsdPerProject": 0}'))).toContain("spendUsdPerProject");
});

test.each(Object.keys(AI_CEILING_DEFAULTS))("%s accepts any positive number and nothing else", (key) => {
  for (const value of [1e-9, 0.5, 1, 1.5, 2e6, 1e300])
    expect(parseAiCeilings(JSON.stringify({ [key]: value }))).toEqual({ value: { ...AI_CEILING_DEFAULTS, [key]: value } });
  for (const value of ["0", "-0", "-0.5", "1e400", '"1"', "null", "true", "[1]"])
    expect(faultOf(parseAiCeilings(`{"${key}": ${value}}`)), value).toBe(`${key}: must be a positive number`);
});

test("a setup token has a minimum length, and as maximum only the platform's limit for any value", () => {
  const faults = (length: number) => readConfig({ SVC_SETUP_TOKEN: "x".repeat(length) }).errors.map(({ variable }) => variable);
  expect([faults(31), faults(32), faults(513), faults(5000), faults(5001)]).toEqual([["SVC_SETUP_TOKEN"], [], [], [], ["SVC_SETUP_TOKEN"]]);
});

test("for any value, a limit is a positive integer or parsing fails: a limit never disappears", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(RATE_LIMIT_DEFAULTS), "other"), fc.jsonValue()), (given) => {
      const parsed = parseRateLimits(JSON.stringify(given));
      if ("fault" in parsed) return;
      for (const name of Object.keys(RATE_LIMIT_DEFAULTS)) {
        const limit = parsed.value[name] ?? 0;
        expect(Number.isSafeInteger(limit) && limit > 0, name).toBe(true);
      }
    }),
  );
});

test("a faulty limit refuses when it is used, and all faults are reported together", () => {
  const config = readConfig({
    RATE_LIMITS: "{",
    AI_DAILY_CEILINGS: "[]",
    APP_ORIGIN: "http://desk.example/",
    SVC_SETUP_TOKEN: "short",
    REGISTRATION_ENABLED: "yes",
  });
  expect(() => config.rateLimits).toThrow("RATE_LIMITS");
  expect(() => config.aiCeilings).toThrow("AI_DAILY_CEILINGS");
  expect(config.errors.map((f) => f.variable).sort()).toEqual([
    "AI_DAILY_CEILINGS",
    "APP_ORIGIN",
    "RATE_LIMITS",
    "REGISTRATION_ENABLED",
    "SVC_SETUP_TOKEN",
  ]);
  expect(accountsConfig(config).registrationEnabled).toBe(false);
  expect(JSON.stringify(config.errors)).not.toContain("short");
});

test.each([
  "https://desk.example",
  "https://desk.example:8443",
  "http://localhost:8787",
  "http://127.0.0.1:8787",
  "http://[::1]:8787",
  "http://desk.localhost:1234",
  "http://127.8.9.10:8787",
])("%s is accepted as an origin", (origin) => {
  expect(readConfig({ APP_ORIGIN: origin })).toMatchObject({ appOrigin: origin, errors: [] });
});
test.each([
  "https://desk.example/",
  "https://desk.example/path",
  "https://desk.example?x",
  "https://u:p@desk.example",
  "https://DESK.example",
  "http://desk.example",
  "ftp://desk.example",
  "desk.example",
  "null",
  "https://",
  "https://desk.example:443",
])("%s is not accepted as an origin", (origin) => {
  const config = readConfig({ APP_ORIGIN: origin });
  expect(config.appOrigin).toBe("https://misconfigured.invalid");
  expect(config.errors.map((f) => f.variable)).toEqual(["APP_ORIGIN"]);
});

test("the management origin must be https and same-site with the application", () => {
  expect(readConfig({ APP_ORIGIN: "https://desk.acme.example", MANAGEMENT_ORIGIN: "https://panel.acme.example" }).errors).toEqual([]);
  expect(
    readConfig({ APP_ORIGIN: "https://desk.acme.example", MANAGEMENT_ORIGIN: "https://evil.example" }).errors.map((f) => f.variable),
  ).toEqual(["MANAGEMENT_ORIGIN"]);
  expect(readConfig({ MANAGEMENT_ORIGIN: "http://localhost:1" }).errors.map((f) => f.variable)).toEqual(["MANAGEMENT_ORIGIN"]);
});

test("blank values count as not set, the owner's email is compared in lower case, and an isolate reads the configuration once", () => {
  const source = { SVC_SETUP_TOKEN: "   ", SVC_SETUP_OWNER_EMAIL: " Olga@Example.TEST " };
  const config = configOf(source);
  expect(accountsConfig(config)).toMatchObject({ setupToken: undefined, setupOwnerEmail: "olga@example.test" });
  expect(config).toMatchObject({ errors: [], scryptLogN: 15 });
  expect(configOf(source)).toBe(config);
  expect(configOf({ ...source })).not.toBe(config);
});

test("a preview's origin is on another host than the application, and on plain http only beside one on loopback", () => {
  const at = (APP_ORIGIN: string | undefined, PREVIEW_ORIGIN: string) => {
    const config = readConfig({ PREVIEW_ORIGIN, ...(APP_ORIGIN === undefined ? {} : { APP_ORIGIN }) });
    return [config.previewOrigin, config.errors.map(({ variable }) => variable).join()];
  };
  expect(at("https://desk.acme.example", "https://look.acme.example")).toEqual(["https://look.acme.example", ""]);
  expect(at("http://localhost:8787", "http://preview.localhost:8787")).toEqual(["http://preview.localhost:8787", ""]);
  expect(at(undefined, "http://preview.localhost:8787")).toEqual(["http://preview.localhost:8787", ""]);
  for (const [app, preview] of [
    ["https://desk.acme.example", "https://desk.acme.example"],
    ["https://desk.acme.example", "https://desk.acme.example:8443"],
    ["https://desk.acme.example", "http://preview.localhost:8787"],
    ["https://desk.acme.example", "http://look.acme.example"],
    ["https://desk.acme.example", "https://look.acme.example/x"],
    ["http://localhost:8787", "http://localhost:9999"],
  ] as const)
    expect([preview, ...at(app, preview)]).toEqual([preview, undefined, "PREVIEW_ORIGIN"]);
  // The management page may frame the application.
  const [APP_ORIGIN, MANAGEMENT_ORIGIN] = ["https://desk.acme.example", "https://panel.acme.example"];
  for (const PREVIEW_ORIGIN of [MANAGEMENT_ORIGIN, `${MANAGEMENT_ORIGIN}:8443`]) {
    const { previewOrigin, errors } = readConfig({ APP_ORIGIN, MANAGEMENT_ORIGIN, PREVIEW_ORIGIN });
    expect([
      PREVIEW_ORIGIN,
      previewOrigin,
      ...errors.map(({ variable, message }) => [variable, message.includes("MANAGEMENT_ORIGIN")]),
    ]).toEqual([...[PREVIEW_ORIGIN, undefined, ["PREVIEW_ORIGIN", true]]]);
  }
});
