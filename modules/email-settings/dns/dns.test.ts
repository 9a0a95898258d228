import { describe, expect, test } from "vitest";
import { compareRecord } from "./compare-record.ts";
import { type DnsRecord, domainOf, isOwnToAccount, type RecordKey, recordsOf } from "./contract.ts";
import { lookUp, type Found, unquoted } from "./resolver.ts";
import { Resolver } from "../../../tests/doubles/dns/resolver.ts";

const D = "acme.example";
const record = (provider: "resend" | "sendgrid" | "cloudflare", key: RecordKey): DnsRecord => {
  const found = recordsOf(provider, D).find((one) => one.key === key);
  if (!found) throw new Error("no such record");
  return found;
};
const answer = (values: readonly string[], aliases: readonly string[] = []): Found => ({ kind: "answer", values, aliases });

test("the domain of an address is returned in ASCII, and null for an invalid one", () => {
  expect(domainOf("desk@Acme.Example")).toBe(D);
  expect(domainOf("desk@bücher.example")).toBe("xn--bcher-kva.example");
  for (const none of [
    "",
    "desk",
    "desk@",
    "desk@localhost",
    "desk@127.0.0.1",
    "desk@[::1]",
    "desk@a.b/c?d",
    "desk@a..b",
    `desk@${"a.".repeat(120)}example`,
  ])
    expect(domainOf(none)).toBe(null);
});
test("account-specific parts of records are never guessed", () => {
  for (const provider of ["resend", "sendgrid", "cloudflare"] as const)
    for (const { key, name, values } of recordsOf(provider, D)) {
      expect(name.endsWith(D)).toBe(true);
      if (key !== "spf" && key !== "dmarc") expect([name, ...values].some(isOwnToAccount), `${provider} ${key}`).toBe(true);
    }
});

describe("comparing DNS records", () => {
  test.each<[string, DnsRecord, Found, string, string | null]>([
    ["SPF", record("resend", "spf"), answer(["v=spf1 include:amazonses.com ~all", "google-site-verification=x"]), "found", null],
    ["SPF with more", record("cloudflare", "spf"), answer(["v=spf1 include:x.example include:_spf.mx.cloudflare.net -all"]), "found", null],
    ["no SPF", record("resend", "spf"), answer(["v=spf10 x", "hello"]), "missing", null],
    ["two SPF", record("resend", "spf"), answer(["v=spf1 include:amazonses.com ~all", "V=SPF1 -all"]), "wrong", "several SPF"],
    ["SPF of another", record("resend", "spf"), answer(["v=spf1 include:notamazonses.com ~all"]), "wrong", "include:amazonses.com"],
    ["SPF for all", record("resend", "spf"), answer(["v=spf1 include:amazonses.com +all"]), "wrong", "+all"],
    [
      "SPF with 11 lookups",
      record("resend", "spf"),
      answer([`v=spf1 include:amazonses.com a mx ${"include:x.example ".repeat(8)}~all`]),
      "wrong",
      "11 lookups",
    ],
    ["MX", record("resend", "bounces"), answer(["10 feedback-smtp.eu-west-1.amazonses.com"]), "found", null],
    ["MX of another", record("resend", "bounces"), answer(["10 mx.example.net"]), "wrong", "feedback-smtp"],
    [
      "MX that only begins so",
      record("resend", "bounces"),
      answer(["10 feedback-smtp.x.amazonses.com.evil.example"]),
      "wrong",
      "feedback-smtp",
    ],
    ["no MX", record("cloudflare", "bounces"), answer([]), "missing", null],
    [
      "two of three MX",
      record("cloudflare", "bounces"),
      answer(["1 route1.mx.cloudflare.net", "2 route2.mx.cloudflare.net"]),
      "wrong",
      "route3",
    ],
    [
      "three MX",
      record("cloudflare", "bounces"),
      answer(["1 route1.mx.cloudflare.net", "2 route2.mx.cloudflare.net", "9 route3.mx.cloudflare.net"]),
      "found",
      null,
    ],
    ["key", record("resend", "dkim"), answer(["p=MIGfMA0GCSqGSIb3"]), "found", null],
    ["revoked key", record("cloudflare", "dkim"), answer(["v=DKIM1; p="]), "wrong", "revoked"],
    ["no key", record("cloudflare", "dkim"), answer([]), "missing", null],
    ["text without key", record("cloudflare", "dkim"), answer(["hello"]), "wrong", "no key"],
    ["key by name", record("sendgrid", "dkim"), answer(["k=rsa; p=MIGf"], ["s1.domainkey.u12.wl3.sendgrid.net"]), "found", null],
    ["name without key", record("sendgrid", "dkim2"), answer([], ["s2.domainkey.u12.wl3.sendgrid.net"]), "wrong", "no key"],
    ["name of another", record("sendgrid", "dkim"), answer(["k=rsa; p=MIGf"], ["s1.other.example"]), "wrong", "doesn’t point"],
    ["DMARC that watches", record("resend", "dmarc"), answer(["v=DMARC1; p=none; rua=mailto:a@acme.example"]), "found", "only monitors"],
    ["DMARC without reports", record("resend", "dmarc"), answer(["v=DMARC1;p=none"]), "found", "no address"],
    ["DMARC that rejects", record("resend", "dmarc"), answer(["v=DMARC1; p=reject"]), "found", null],
    ["DMARC without policy", record("resend", "dmarc"), answer(["v=DMARC1; rua=mailto:a@acme.example"]), "wrong", "p="],
    ["two DMARC", record("resend", "dmarc"), answer(["v=DMARC1; p=none", "v=DMARC1; p=reject"]), "wrong", "several DMARC"],
    ["nobody knows", record("resend", "dmarc"), { kind: "failed", reason: "The resolver didn’t answer in time." }, "unknown", "in time"],
  ])("%s", (_name, required, found, status, says) => {
    const verdict = compareRecord(required, found);
    expect(verdict.status).toBe(status);
    if (says === null) expect(verdict.says).toBe(null);
    else expect(verdict.says).toContain(says);
  });
  test("the number and length of found records that are shown are bounded", () => {
    const { found } = compareRecord(record("resend", "spf"), answer(Array.from({ length: 40 }, () => `v=spf1 ${"x".repeat(5000)}`)));
    expect(found.length).toBe(5);
    for (const text of found) expect(text.length).toBeLessThan(310);
  });
});

test.each([
  ['"v=spf1 -all"', "v=spf1 -all"],
  ['"one" "two"', "onetwo"],
  [String.raw`"a\"b\\c\059"`, 'a"b\\c;'],
  ["bare text", "bare text"],
  ['"open', "open"],
  ["", ""],
])("the strings of the TXT record %s are joined", (data, text) => {
  expect(unquoted(data)).toBe(text);
});

describe("querying a resolver", () => {
  const world = (resolver: Resolver) => ({
    fetch: (async (url: string, init?: RequestInit) => await resolver.answer(new Request(url, init))) as typeof fetch,
    log: { warn: () => undefined } as never,
  });
  const URL_OF = "https://resolver.example/dns-query";
  test("sends one name and type, and reads all forms of the answer", async () => {
    const resolver = new Resolver();
    resolver.set("TXT", "x.acme.example", `p=${"A".repeat(400)}`);
    resolver.set("MX", "x.acme.example", "10 MX.Example.Net");
    resolver.set("CNAME", "s1.acme.example", "x.acme.example");
    const found = await lookUp(world(resolver), URL_OF, "s1.acme.example", "TXT");
    expect(found).toEqual({ kind: "answer", values: [`p=${"A".repeat(400)}`], aliases: ["x.acme.example"] });
    expect(await lookUp(world(resolver), URL_OF, "x.acme.example", "MX")).toEqual({
      kind: "answer",
      values: ["10 mx.example.net"],
      aliases: [],
    });
    resolver.bare = true;
    expect(await lookUp(world(resolver), URL_OF, "x.acme.example", "TXT")).toMatchObject({ values: [`p=${"A".repeat(400)}`] });
    for (const name of ["acme.example", "none.example"])
      expect(await lookUp(world(resolver), URL_OF, name, "TXT")).toEqual({ kind: "answer", values: [], aliases: [] });
  });
  test.each<[Resolver["trouble"], string]>([
    ["reset", "Couldn’t reach"],
    ["nonsense", "application/dns-json"],
    ["servfail", "SERVFAIL"],
    ["refused", "REFUSED"],
    [{ status: 500 }, "answered 500"],
    [{ status: 302 }, "answered 302"],
    [{ status: 200, body: "x".repeat(100_000) }, "too long"],
    [{ status: 200, body: "[]" }, "application/dns-json"],
    [{ status: 200, body: '{"Status":"0"}' }, "application/dns-json"],
    [{ status: 200, body: '{"Status":4}' }, "error 4"],
  ])("reports the failure %j without further details", async (trouble, says) => {
    const resolver = new Resolver();
    resolver.trouble = trouble;
    const found = await lookUp(world(resolver), URL_OF, "acme.example", "TXT");
    expect(found).toMatchObject({ kind: "failed" });
    expect(found.kind === "failed" && found.reason).toContain(says);
  });
  test("reads unusual answers as far as possible", async () => {
    const resolver = new Resolver();
    resolver.trouble = {
      status: 200,
      body: '{"Status":0,"Answer":[null,1,{"type":16},{"type":16,"data":7},{"type":16,"data":"\\"x\\""}]}',
    };
    expect(await lookUp(world(resolver), URL_OF, "acme.example", "TXT")).toEqual({ kind: "answer", values: ["x"], aliases: [] });
  });
});
