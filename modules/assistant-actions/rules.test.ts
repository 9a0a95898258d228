import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "#kernel/config/index.ts";
import { BAD_ADDRESSES, OWN as INSTALLATION } from "../../kernel/testing/bad-addresses.ts";
import { authorityOf } from "./authority.ts";
import { buildRequest } from "./calls/build-request.ts";
import { judgeAnswer } from "./calls/judge-answer.ts";
import { masked, toldOf } from "./calls/read-answer.ts";
import { canonicalHost, faultsOf } from "./definition/faults.ts";
import { inputSchemaOf, readInputs, toolNameOf } from "./definition/inputs.ts";
import type { ActionDraft } from "./definition/schema.ts";
import { fillBody, hostOf, placeholdersOf, splitAddress } from "./definition/template.ts";

const OWN = { hosts: ["api.example.com"], own: readConfig(INSTALLATION).ownOrigins };
const draft = (more: Partial<ActionDraft> = {}): ActionDraft => ({
  ...{ name: "Order", description: "Finds an order.", kind: "reads", personal: false, method: "GET", body: null, headers: [] },
  url: "https://api.example.com/orders/{{number}}?lang={{lang}}",
  inputs: [
    { name: "number", type: "string", description: "d", required: true, choices: [] },
    { name: "lang", type: "string", description: "d", required: false, choices: [] },
  ],
  told: [{ path: "status", label: "Status" }],
  ...more,
});
const pathsOf = (more: Partial<ActionDraft>): string[] => faultsOf(draft(more), OWN).map(({ path }) => path);

describe("addresses", () => {
  test("a right one has no fault", () => expect(pathsOf({})).toEqual([]));
  test.for(BAD_ADDRESSES)("this one has: %s", (url) => {
    expect(
      faultsOf(draft({ url, inputs: [] }), { ...OWN, hosts: [hostOf(url) ?? "", "api.example.com"] }).map(({ path }) => path),
    ).toContain("url");
    const host = hostOf(url);
    if (host !== undefined && url.length < 2000 && !url.includes("@") && !/:\d/.test(url) && url.startsWith("https:"))
      expect(canonicalHost(host, OWN.own)).toBeUndefined();
  });
  test("nothing stands in the host, and nothing after #", () => {
    for (const url of [
      "https://{{number}}/",
      "https://a.{{number}}.com/",
      "https://api.example.com{{number}}",
      "https://api.example.com/#{{number}}",
    ])
      expect(splitAddress(url), url).toBeUndefined();
  });
  test("whatever the value, the request keeps its host and the parts of its path", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("..", ".", "/..", "%2e%2e", "\\", "@evil.com", "?x", "#y", "\r\nX: y")),
        (number) => {
          const built = buildRequest(draft(), { number, lang: number }, {}, {}, undefined);
          if (built === undefined) return;
          const url = new URL(built.url);
          expect([url.origin, url.username, url.hash]).toEqual(["https://api.example.com", "", ""]);
          expect(url.pathname.split("/").slice(0, 2)).toEqual(["", "orders"]);
          expect(url.pathname.split("/")).toHaveLength(3);
          expect([...url.searchParams.keys()]).toEqual(["lang"]);
          expect(url.searchParams.get("lang")).toBe(number.toWellFormed());
          expect(built.url).not.toMatch(/[\r\n\t ]/);
        },
      ),
      { numRuns: 500 },
    );
  });
  test("an optional value that is missing leaves out its part of the query", () => {
    expect(buildRequest(draft(), { number: "1" }, {}, {}, undefined)?.url).toBe("https://api.example.com/orders/1");
  });
});

describe("bodies", () => {
  test("no value adds or ends anything", () => {
    const template = '{"order": "{{number}}", "note": "Order {{number}}!", "fixed": {"admin": false}, "list": ["{{lang}}"]}';
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (number) => {
        expect(JSON.parse(fillBody(template, { number }))).toEqual({
          order: number,
          note: `Order ${number}!`,
          fixed: { admin: false },
          list: [],
        });
      }),
    );
    expect(JSON.parse(fillBody('{"a":"{{n}}","b":"{{m}}"}', { n: 5, m: false }))).toEqual({ a: 5, b: false });
    // A value that looks like a placeholder is no placeholder.
    expect(JSON.parse(fillBody('{"a":"{{n}}"}', { n: "{{contact.email}}", "contact.email": "x@example.com" }))).toEqual({
      a: "{{contact.email}}",
    });
  });
  test("placeholders are found once each", () => expect(placeholdersOf("{{a}}{{ b.c }}{{a}}{x}")).toEqual(["a", "b.c"]));
});

describe("definitions", () => {
  test("personal actions name the person, and only they use what is proved", () => {
    expect(pathsOf({ personal: true })).toEqual(["personal"]);
    expect(pathsOf({ url: "https://api.example.com/o?n={{number}}&l={{lang}}&e={{contact.email}}" })).toEqual(["personal"]);
    expect(pathsOf({ url: "https://api.example.com/o?n={{number}}&l={{lang}}&e={{contact.email}}", personal: true })).toEqual([]);
    expect(pathsOf({ url: "https://api.example.com/o?n={{number}}&l={{lang}}&e={{contact.name}}", personal: true })).toEqual([
      "url",
      "personal",
    ]);
  });
  test("headers that would change the connection, or break out of their line, are refused", () => {
    for (const name of [
      "Host",
      "content-length",
      "Transfer-Encoding",
      "connection",
      "Idempotency-Key",
      "X-Forwarded-For",
      "CF-Ray",
      "proxy-authorization",
      "sec-fetch-site",
      "a b",
      "a:b",
      "",
      "a\r\n",
    ])
      expect([name, pathsOf({ headers: [{ name, value: "x" }] })]).toEqual([name, ["headers.0.name"]]);
    for (const value of ["", "a\r\nb: c", "a\nb", "a\0", "ä"])
      expect(pathsOf({ headers: [{ name: "X-Key", value }] })).toEqual(["headers.0.value"]);
    expect(pathsOf({ headers: [{ name: "Authorization", value: "Bearer x y" }] })).toEqual([]);
  });
  test("tools have names that models take, and schemas of their inputs", () => {
    expect(toolNameOf({ id: "act_00000000000000000000abcdef", name: "Größe & Status!" })).toBe("gro_e_status_abcdef");
    expect(toolNameOf({ id: "act_00000000000000000000abcdef", name: "注文" })).toBe("action_abcdef");
    expect(inputSchemaOf(draft())).toMatchObject({ required: ["number"], additionalProperties: false });
  });
  test("nothing about inputs is guessed", () => {
    const of = (given: unknown) => readInputs(draft(), given);
    expect(of({ number: " 1 ", lang: null })).toEqual({ number: "1" });
    for (const given of [null, [], "x", {}, { number: 1 }, { number: "1", more: 1 }, { number: "a/b" }, { number: "a\nb" }])
      expect(Array.isArray(of(given))).toBe(true);
    expect(of(JSON.parse('{"number":"1","__proto__":{"lang":"x"}}'))).toBeInstanceOf(Array);
  });
});

describe("answers", () => {
  const answered = (status: number, body: unknown, type = "application/json") => ({
    ...{ ok: true as const, status, type, charset: undefined, retryAfter: undefined },
    bytes: Uint8Array.from(new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))),
  });
  test("only named fields are told, as short texts", () => {
    const json = {
      a: { b: [{ c: 1 }, { c: "x\n y" }, { d: 2 }] },
      secret: "s",
      deep: { e: {} },
      no: false,
      nothing: null,
      long: "l".repeat(900),
    };
    const told = (path: string) => toldOf(json, [{ path, label: "L" }]).map(({ text }) => text);
    expect(told("a.b.*.c")).toEqual(["1, x y"]);
    expect(told("a.b.1.c")).toEqual(["x y"]);
    expect(told("no")).toEqual(["false"]);
    expect(told("long")[0]).toHaveLength(500);
    for (const path of ["a", "a.b", "deep.e", "nothing", "missing.x", "a.b.9.c", "constructor.name", "__proto__.x", "a.b.length", "*"])
      expect([path, told(path)]).toEqual([path, []]);
  });
  test("secrets that a service sends back are masked, whole and in part", () => {
    expect(masked('x Bearer tok-12345 y tok-12345 "q\\"uote"', ["Bearer tok-12345", 'q"uote'])).toBe('x ••••• y ••••• "•••••"');
  });
  test("a change is done by its status alone, and unclear after an error of the service", () => {
    const of = (kind: "reads" | "changes", answer: Parameters<typeof judgeAnswer>[1]) => {
      const { state, outcome } = judgeAnswer({ kind, told: [{ path: "status", label: "Status" }] }, answer, []);
      return `${state} ${outcome}`;
    };
    expect(of("reads", answered(200, { status: "x" }))).toBe("done done");
    expect(of("reads", answered(200, { status: "x" }, "application/problem+json"))).toBe("done done");
    expect(of("reads", answered(200, { status: "x" }, "text/json-ish"))).toBe("failed not_json");
    expect(of("reads", answered(200, {}))).toBe("failed nothing_told");
    for (const body of ["", "{", {}]) expect(of("changes", answered(201, body))).toBe("done done");
    for (const status of [500, 502, 504, 408])
      expect([of("changes", answered(status, "")), of("reads", answered(status, ""))]).toEqual(["unknown down", "failed down"]);
    for (const status of [400, 401, 409, 422]) expect(of("changes", answered(status, ""))).toBe("failed refused");
    expect(of("changes", { ok: false, reason: "timeout" })).toBe("unknown timeout");
    expect(of("changes", { ok: false, reason: "address" })).toBe("failed address");
    expect(of("changes", { ok: false, reason: "too_large", status: 200 })).toBe("done done");
    expect(of("changes", { ok: false, reason: "too_large", status: 500 })).toBe("unknown too_large");
  });
});

test("authority never exceeds the asker's", () => {
  const contacts = fc.record({
    id: fc.constant("con_1" as never),
    state: fc.constantFrom("active", "hidden", "erasing", "erased" as const),
    email: fc.option(fc.constant("a@example.com"), { nil: null }),
    emailVerified: fc.boolean(),
    identifier: fc.option(fc.constant("u1"), { nil: null }),
  });
  fc.assert(
    fc.property(
      fc.option(contacts, { nil: undefined }),
      fc.record({ isContact: fc.boolean(), inWidget: fc.boolean(), canProve: fc.boolean() }),
      fc.constantFrom("reads", "changes" as const),
      fc.constantFrom(...["", "?e={{contact.email}}", "?x={{contact.external_id}}", "?i={{contact.id}}"]),
      fc.boolean(),
      (contact, where, kind, query, confirmed) => {
        const personal = query !== "" && query !== "?i={{contact.id}}" ? true : query !== "";
        const may = authorityOf({ kind, personal, url: `https://api.example.com/${query}`, body: null }, { contact, ...where }, confirmed);
        if (may.kind !== "may") return;
        expect(contact?.state).toBe("active");
        expect(where.isContact).toBe(true);
        if (kind === "changes") expect(confirmed).toBe(true);
        if (personal) expect((contact?.emailVerified ?? false) || contact?.identifier !== null).toBe(true);
        if (query.includes("email")) expect([contact?.emailVerified, may.contact["contact.email"]]).toEqual([true, contact?.email]);
        if (query.includes("external_id")) expect(may.contact["contact.external_id"]).toBe(contact?.identifier);
      },
    ),
    { numRuns: 2000 },
  );
});
