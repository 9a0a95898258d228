import { expect, test } from "vitest";
import { retryAfter } from "#kernel/http/service-response.ts";
import { cloudflare } from "./cloudflare.ts";
import { type OutboundMail, type Provider, providerSentence } from "./provider.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";

const NOW = Date.UTC(2030, 0, 1);
const mail: OutboundMail = {
  key: "dlv_1",
  deliveryId: "dlv_1",
  from: { name: 'Mia "M" at Acme', address: "desk@acme.example" },
  to: "ada@customer.example",
  cc: [],
  bcc: [],
  replyTo: undefined,
  subject: "S",
  text: "T",
  html: "H",
  headers: {},
  attachments: [],
};
const outcome = (provider: Provider, status: number, body?: unknown, headers: Record<string, string> = {}) =>
  provider.outcomeOf({ status, headers: new Headers(headers), body }, mail, NOW);

test.each([
  [200, { id: "x" }, "sent"],
  [200, undefined, "ambiguous"],
  [200, { id: 5 }, "ambiguous"],
  [400, { message: "no" }, "refused"],
  [401, {}, "refused"],
  [403, {}, "refused"],
  [404, {}, "refused"],
  [409, { name: "concurrent_idempotent_requests" }, "retry"],
  [409, { name: "invalid_idempotent_request" }, "ambiguous"],
  [422, {}, "refused"],
  [429, {}, "retry"],
  [500, undefined, "ambiguous"],
  [503, undefined, "retry"],
  [521, undefined, "retry"],
  [302, undefined, "refused"],
])("Resend's response %i with %j counts as %s", (status, body, kind) => {
  expect(outcome(resend, status, body).kind).toBe(kind);
});
test.each([
  [200, { success: true, result: { delivered: [mail.to], permanent_bounces: [], queued: [] } }, "sent"],
  [200, { success: true, result: { message_id: "m" } }, "sent"],
  [200, { success: true, result: { permanent_bounces: [mail.to.toUpperCase()] } }, "bounced"],
  [200, { success: true, result: { permanent_bounces: [{ address: mail.to }] } }, "bounced"],
  [200, { success: false, errors: [{ message: "no" }] }, "refused"],
  [200, undefined, "ambiguous"],
  [400, undefined, "refused"],
  [401, undefined, "refused"],
  [429, undefined, "retry"],
  [500, undefined, "ambiguous"],
  [502, undefined, "ambiguous"],
  [503, undefined, "retry"],
  [524, undefined, "ambiguous"],
])("Cloudflare's response %i with %j counts as %s", (status, body, kind) => {
  expect(outcome(cloudflare, status, body).kind).toBe(kind);
});
test.each([
  [202, "sent"],
  [200, "ambiguous"],
  [400, "refused"],
  [401, "refused"],
  [413, "refused"],
  [429, "retry"],
  [500, "ambiguous"],
  [503, "retry"],
  [522, "retry"],
])("SendGrid's response %i counts as %s", (status, kind) => {
  expect(outcome(sendgrid, status).kind).toBe(kind);
});

test("an ambiguous response is retried only with a provider that supports idempotency keys", () => {
  expect(outcome(resend, 500)).toMatchObject({ again: true });
  expect(outcome(resend, 409, { name: "invalid_idempotent_request" })).toMatchObject({ again: false });
  for (const provider of [cloudflare, sendgrid]) expect(outcome(provider, 500)).toMatchObject({ again: false });
});

test("the time to wait is read from each provider's headers and fields", () => {
  expect(outcome(resend, 429, { name: "daily_quota_exceeded" })).toMatchObject({ after: 3600 });
  expect(outcome(resend, 429, {}, { "retry-after": "7" })).toMatchObject({ after: 7 });
  expect(outcome(sendgrid, 429, undefined, { "x-ratelimit-reset": String(NOW / 1000 + 42) })).toMatchObject({ after: 42 });
  expect(retryAfter(new Headers({ "retry-after": new Date(NOW + 90_000).toUTCString() }), NOW)).toBe(90);
  for (const wrong of ["soon", "-5", ""]) expect(retryAfter(new Headers({ "retry-after": wrong }), NOW) ?? 0).toBe(0);
});

test("a provider's error text is shortened to one line without keys", () => {
  expect(providerSentence("Resend", 403, "Key re_abc123 or SG.x.y is\r\nwrong")).toBe("Resend answered 403: Key … or … is wrong.");
  expect(providerSentence("Resend", 500, undefined)).toBe("Resend answered 500.");
  expect(providerSentence("Resend", 400, "x".repeat(5000)).length).toBeLessThan(250);
});

test("a sender name cannot break out of its quotes", () => {
  const email = {
    provider: "resend",
    apiKey: "k",
    accountId: "a",
    from: "desk@acme.example",
    inboundToken: undefined,
    eventsSecret: undefined,
    dnsResolver: undefined,
    testBaseUrl: undefined,
  } as const;
  expect(resend.requestOf(mail, email)).toMatchObject({
    url: "https://api.resend.com/emails",
    body: { from: '"Mia \\"M\\" at Acme" <desk@acme.example>' },
  });
  expect(sendgrid.requestOf(mail, email).url).toBe("https://api.sendgrid.com/v3/mail/send");
  expect(cloudflare.requestOf(mail, email).url).toBe("https://api.cloudflare.com/client/v4/accounts/a/email/sending/send");
});

test("copies are sent in each provider's own fields, which are absent without copies", () => {
  const email = {
    provider: undefined,
    accountId: "a",
    apiKey: "k",
    from: "f",
    inboundToken: undefined,
    eventsSecret: undefined,
    dnsResolver: undefined,
    testBaseUrl: undefined,
  };
  const copied = { ...mail, cc: ["bea@customer.example"], bcc: ["cid@customer.example", "dan@customer.example"] };
  for (const provider of [resend, cloudflare]) {
    expect(provider.requestOf(copied, email).body).toMatchObject({ to: [mail.to], cc: copied.cc, bcc: copied.bcc });
    const bare = provider.requestOf(mail, email).body;
    expect(bare).not.toHaveProperty("cc");
    expect(bare).not.toHaveProperty("bcc");
  }
  expect(sendgrid.requestOf(copied, email).body).toMatchObject({
    personalizations: [
      {
        to: [{ email: mail.to }],
        cc: [{ email: "bea@customer.example" }],
        bcc: [{ email: "cid@customer.example" }, { email: "dan@customer.example" }],
      },
    ],
  });
  expect(sendgrid.requestOf(mail, email).body).toMatchObject({ personalizations: [{ to: [{ email: mail.to }] }] });
});
