// DNS checks of a project's sending domain: only that domain is queried, only by owners and admins, within an hourly limit, and only the
// resolver's answers are reported.
import { afterEach, expect, test, vi } from "vitest";
import { Resolver } from "../doubles/dns/resolver.ts";
import { makeWorld } from "./world.ts";

const VARS = {
  EMAIL_PROVIDER: "resend",
  EMAIL_API_KEY: "re_key_of_the_test",
  EMAIL_FROM: "Desk <desk@mail.acme.example>",
  DNS_RESOLVER_URL: "https://resolver.example/dns-query",
};
interface Checked {
  readonly domain: string;
  readonly records: { readonly key: string; readonly status: string; readonly found: string[]; readonly says: string | null }[];
}
afterEach(() => vi.unstubAllGlobals());
async function dnsWorld(vars: Record<string, string> = {}) {
  const world = await makeWorld({ vars: { ...VARS, ...vars } });
  const resolver = new Resolver();
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => resolver.answer(new Request(url, init)));
  const base = `/api/management/projects/${world.projectId}/email`;
  return { world, resolver, base, check: () => world.as<Checked>(`${base}/dns-checks`, { body: {} }) };
}

test("each record of the sending domain is found, missing, or wrong, and a parent domain's DMARC record counts", async () => {
  const { world, resolver, base, check } = await dnsWorld();
  resolver.set("TXT", "send.mail.acme.example", "v=spf1 include:amazonses.com ~all", "something else");
  resolver.set("MX", "send.mail.acme.example", "10 mx.example.net");
  resolver.set("TXT", "_dmarc.acme.example", "v=DMARC1; p=reject");
  const { status, body } = await check();
  expect([status, body.domain]).toEqual([200, "mail.acme.example"]);
  expect(body.records.map(({ key, status: is }) => [key, is])).toEqual([
    ["bounces", "wrong"],
    ["spf", "found"],
    ["dkim", "missing"],
    ["dmarc", "found"],
  ]);
  expect(body.records[3]?.says).toBe("At _dmarc.acme.example.");
  expect(resolver.asked.map(({ name, type }) => `${type} ${name}`).toSorted()).toEqual([
    "MX send.mail.acme.example",
    "TXT _dmarc.acme.example",
    "TXT _dmarc.mail.acme.example",
    "TXT resend._domainkey.mail.acme.example",
    "TXT send.mail.acme.example",
  ]);
  // The project's own sender, once it has one.
  const settings = { sender: "help@shop.example", senderName: null, replyAddress: null, signature: "" };
  expect((await world.as(base, { method: "PUT", body: settings })).status).toBe(200);
  resolver.asked.length = 0;
  expect((await check()).body.domain).toBe("shop.example");
  expect(resolver.asked.every(({ name }) => name.endsWith(".shop.example"))).toBe(true);
});

test("a failing resolver is reported, and no record is called found or missing", async () => {
  const { resolver, check } = await dnsWorld({ EMAIL_PROVIDER: "sendgrid" });
  for (const trouble of ["reset", "servfail", "nonsense", { status: 503 }] as const) {
    resolver.trouble = trouble;
    const { status, body } = await check();
    expect(status).toBe(200);
    expect(new Set(body.records.map((one) => one.status))).toEqual(new Set(["unknown"]));
    for (const { says, found } of body.records) expect([says === null, found]).toEqual([false, []]);
  }
});

test("without a resolver or a provider nothing is queried, and the variables are named", async () => {
  const { resolver, check, base, world } = await dnsWorld({ DNS_RESOLVER_URL: "", EMAIL_PROVIDER: "" });
  expect(await check()).toMatchObject({ status: 503, body: { code: "not_configured", variables: ["DNS_RESOLVER_URL", "EMAIL_PROVIDER"] } });
  expect((await world.as<{ sending: object }>(base)).body.sending).toMatchObject({ checksDns: false });
  const bare = await dnsWorld({ EMAIL_FROM: "" });
  expect(await bare.check()).toMatchObject({ status: 409, body: { code: "conflict" } });
  // An invalid resolver address is a fault, and counts as none.
  const wrong = await dnsWorld({ DNS_RESOLVER_URL: "http://resolver.example/dns-query" });
  expect((await wrong.check()).status).toBe(503);
  expect([...resolver.asked, ...bare.resolver.asked, ...wrong.resolver.asked]).toEqual([]);
});

test("DNS checks are limited per project and hour", async () => {
  const { world, resolver, check } = await dnsWorld();
  for (let i = 0; i < 30; i += 1) expect((await check()).status).toBe(200);
  const asked = resolver.asked.length;
  expect(await check()).toMatchObject({ status: 429, body: { code: "rate_limited", limit: "dnsChecksPerProjectHour" } });
  expect(resolver.asked.length).toBe(asked);
  world.clock.advance({ hours: 1 });
  expect((await check()).status).toBe(200);
});
