import { expect, test } from "vitest";
import { type Config, readConfig } from "#kernel/config/index.ts";
import { emailConfig, emailVariables, missingForReceiving, missingForSending } from "./variables.ts";

const read = (source: Readonly<Record<string, unknown>>): Config => readConfig(source, [emailVariables]);

const COMPLETE = { EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_key", EMAIL_FROM: "desk@acme.example" };

test("missing variables are named, and the account id is required only for Cloudflare", () => {
  expect(missingForSending(emailConfig(read({})))).toEqual(["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"]);
  expect(missingForSending(emailConfig(read(COMPLETE)))).toEqual([]);
  expect(missingForSending(emailConfig(read({ ...COMPLETE, EMAIL_PROVIDER: "cloudflare" })))).toEqual(["EMAIL_ACCOUNT_ID"]);
  expect(missingForSending(emailConfig(read({ ...COMPLETE, EMAIL_PROVIDER: "cloudflare", EMAIL_ACCOUNT_ID: "A".repeat(32) })))).toEqual([]);
  expect(missingForReceiving(emailConfig(read({})))).toEqual(["INBOUND_EMAIL_TOKEN"]);
  expect(missingForReceiving(emailConfig(read({ INBOUND_EMAIL_TOKEN: "t" })))).toEqual([]);
});

test("an invalid variable is reported and counts as missing", () => {
  const config = read({ ...COMPLETE, EMAIL_PROVIDER: "smtp", EMAIL_FROM: "nobody", EMAIL_API_KEY: "two words" });
  expect(config.errors.map(({ variable }) => variable).sort()).toEqual(["EMAIL_API_KEY", "EMAIL_FROM", "EMAIL_PROVIDER"]);
  expect(missingForSending(emailConfig(config))).toEqual(["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"]);
});

test.each(["Desk@Acme.example", "Acme Support <desk@acme.example>", '"Acme, Inc." <desk@acme.example>', " <desk@acme.example>"])(
  "the sender's address is read from EMAIL_FROM=%s",
  (text) => {
    const config = read({ EMAIL_FROM: text });
    expect(config.errors).toEqual([]);
    expect(emailConfig(config).from).toBe("desk@acme.example");
  },
);

test("a secret that is not a key of the configured provider is reported and counts as missing", () => {
  const key =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf8Cr8c1yYwz1hHN2q9wYpJ2mU8nVnJcM0c9hDq3gk0cM1kzS9x2k8cYHqjv2o7K5m2bGq9b1m6QyT3fXw7J0Tg==";
  for (const [provider, secret, right] of [
    ["resend", `whsec_${btoa("s".repeat(24))}`, true],
    ["resend", btoa("s".repeat(16)), true],
    ["resend", "whsec_", false],
    ["resend", "whsec_short", false],
    ["resend", "not-base64-at-all!", false],
    ["sendgrid", key, true],
    ["sendgrid", key.replaceAll("+", "-").replaceAll("/", "_"), true],
    ["sendgrid", btoa("s".repeat(91)), false],
    ["sendgrid", "whsec_abc", false],
  ] as const) {
    const config = read({ EMAIL_PROVIDER: provider, EMAIL_EVENTS_SECRET: secret });
    expect(
      config.errors.map(({ variable }) => variable),
      secret,
    ).toEqual(right ? [] : ["EMAIL_EVENTS_SECRET"]);
    expect(emailConfig(config).eventsSecret).toBe(right ? secret : undefined);
  }
});
