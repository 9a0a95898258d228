import { expect, test } from "vitest";
import { missingForReceiving, missingForSending, readConfig } from "./index.ts";

const COMPLETE = { EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_key", EMAIL_FROM: "desk@acme.example" };

test("what is missing is named, and an account id only for cloudflare", () => {
  expect(missingForSending(readConfig({}).email)).toEqual(["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"]);
  expect(missingForSending(readConfig(COMPLETE).email)).toEqual([]);
  expect(missingForSending(readConfig({ ...COMPLETE, EMAIL_PROVIDER: "cloudflare" }).email)).toEqual(["EMAIL_ACCOUNT_ID"]);
  expect(missingForSending(readConfig({ ...COMPLETE, EMAIL_PROVIDER: "cloudflare", EMAIL_ACCOUNT_ID: "A".repeat(32) }).email)).toEqual([]);
  expect(missingForReceiving(readConfig({}).email)).toEqual(["INBOUND_EMAIL_TOKEN"]);
  expect(missingForReceiving(readConfig({ INBOUND_EMAIL_TOKEN: "t" }).email)).toEqual([]);
});

test("a value with a fault is reported and counts as missing", () => {
  const config = readConfig({ ...COMPLETE, EMAIL_PROVIDER: "smtp", EMAIL_FROM: "nobody", EMAIL_API_KEY: "two words" });
  expect(config.faults.map(({ variable }) => variable).sort()).toEqual(["EMAIL_API_KEY", "EMAIL_FROM", "EMAIL_PROVIDER"]);
  expect(missingForSending(config.email)).toEqual(["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"]);
});

test.each(["Desk@Acme.example", "Acme Support <desk@acme.example>", '"Acme, Inc." <desk@acme.example>', " <desk@acme.example>"])(
  "the address of EMAIL_FROM %s",
  (text) => {
    expect(readConfig({ EMAIL_FROM: text })).toMatchObject({ faults: [], email: { from: "desk@acme.example" } });
  },
);
