import { readConfig } from "#kernel/config/index.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BAD_ADDRESSES, OWN } from "../testing/bad-addresses.ts";
import { judgeAddress, type SafeFetch, safeFetch, safeHop, textOf } from "./index.ts";

const config = readConfig(OWN);
const HTML: SafeFetch = { maxBytes: 1000, timeout: 300, accept: ["text/html"] };
const requests: { url: string; headers: Headers }[] = [];
// Every request that gets here would be a connection; it goes to the double instead.
let port = 0;
const ctx = {
  config,
  env: {},
  fetch: (url: string, init: RequestInit): Promise<Response> => {
    requests.push({ url, headers: new Headers(init.headers) });
    return fetch(`http://127.0.0.1:${port}${new URL(url).pathname}${new URL(url).search}`, init);
  },
};
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://double");
  const to = url.searchParams.get("to");
  const hops = Number(url.searchParams.get("hops") ?? 0);
  if (hops > 0) return response.writeHead(302, { location: `/?hops=${hops - 1}` }).end();
  if (to !== null) return response.writeHead(302, { location: encodeURI(to) === to ? to : encodeURI(to), "set-cookie": "a=b" }).end();
  if (url.pathname === "/silent") return undefined;
  if (url.pathname === "/slow") return response.writeHead(200, { "content-type": "text/html" }).write("<p>");
  if (url.pathname === "/long") return response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(1001));
  if (url.pathname === "/busy") return response.writeHead(429, { "retry-after": "7" }).end();
  if (url.pathname === "/image") return response.writeHead(200, { "content-type": "image/png" }).end("png");
  if (url.pathname === "/same" && request.headers["if-none-match"] === '"1"') return response.writeHead(304).end();
  return response.writeHead(200, { "content-type": "text/html; charset=ISO-8859-1", etag: '"1"' }).end(Buffer.from([0xfc]));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("the list has at least 120 different addresses", () => {
  expect(new Set(BAD_ADDRESSES).size).toBeGreaterThanOrEqual(120);
});
test.for(BAD_ADDRESSES)("this address is never fetched: %s", async (address) => {
  requests.length = 0;
  expect(await safeFetch(ctx, address, HTML)).toMatchObject({ ok: false, reason: "address" });
  expect(requests).toEqual([]);
});
test.for(BAD_ADDRESSES)("this address is never connected to for one hop: %s", async (address) => {
  requests.length = 0;
  const hop = await safeHop(ctx, address, { method: "GET", accept: "*/*", signal: AbortSignal.timeout(300) });
  expect(hop).toMatchObject({ ok: false, reason: "address" });
  expect(requests).toEqual([]);
});
test("a hop follows no redirect, and ends with its signal", async () => {
  requests.length = 0;
  const signal = AbortSignal.timeout(300);
  const hop = await safeHop(ctx, "https://site.example.test/?hops=1", { method: "GET", accept: "text/html", language: "de", signal });
  expect(hop.ok && [hop.response.status, hop.response.headers.get("location")]).toEqual([302, "/?hops=0"]);
  expect(requests.length).toBe(1);
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
    accept: "text/html",
    "accept-language": "de",
    "user-agent": "SeedDesk/1.0",
  });
  expect(await safeHop(ctx, "https://site.example.test/silent", { method: "GET", accept: "*/*", signal })).toMatchObject({
    ok: false,
    reason: "timeout",
  });
});
test("no redirect leads to a bad address", async () => {
  // Relative addresses would stay on the page's own host.
  const elsewhere = BAD_ADDRESSES.filter((address) => /^\w+:/.test(address) && URL.canParse(address) && address.length < 2000);
  expect(elsewhere.length).toBeGreaterThan(120);
  for (const address of elsewhere) {
    requests.length = 0;
    const answer = await safeFetch(ctx, `https://site.example.test/?to=${encodeURIComponent(address)}`, HTML);
    expect([address, answer.ok, requests.map(({ url }) => new URL(url).hostname)]).toEqual([address, false, ["site.example.test"]]);
  }
});

describe("a public address", () => {
  test.for([
    ["https://example.com", "https://example.com/"],
    ["HTTPS://Example.COM./a#b", "https://example.com/a"],
    ["https://example.com:80/", "https://example.com:80/"],
    ["https://bücher.example.com/ä", "https://xn--bcher-kva.example.com/%C3%A4"],
    ["https://notlocalhost.com/", "https://notlocalhost.com/"],
    ["https://10.example.com/", "https://10.example.com/"],
    ["https://own.example/", "https://own.example/"],
    ["https://desk.own.example.com/", "https://desk.own.example.com/"],
  ])("%s is accepted", ([given, canonical]) => {
    expect(judgeAddress(given ?? "", { own: config.ownOrigins })).toMatchObject({ url: { href: canonical } });
  });
  test("is accepted with plain http only if the caller allows it", () => {
    expect(judgeAddress("http://example.com/", { own: [] })).toEqual({ bad: "scheme" });
    expect(judgeAddress("http://example.com/", { own: [], http: true })).toHaveProperty("url");
    expect(judgeAddress("http://127.0.0.1/", { own: [], http: true })).toEqual({ bad: "ip_literal" });
  });
  test("is read with its charset, and the request sends nothing of the caller", async () => {
    requests.length = 0;
    const answer = await safeFetch(ctx, "https://site.example.test/", HTML);
    expect(answer).toMatchObject({ ok: true, status: 200, type: "text/html", charset: "iso-8859-1", etag: '"1"' });
    expect(answer.ok && textOf(answer)).toBe("ü");
    expect([...(requests[0]?.headers.keys() ?? [])].toSorted()).toEqual(["accept", "user-agent"]);
  });
  test("three redirects are followed, a fourth is not", async () => {
    expect(await safeFetch(ctx, "https://site.example.test/?hops=3", HTML)).toMatchObject({ ok: true });
    expect(await safeFetch(ctx, "https://site.example.test/?hops=4", HTML)).toMatchObject({ ok: false, reason: "redirects" });
  });
  test.for([
    ["/long", { reason: "too_large" }],
    ["/image", { reason: "type" }],
    ["/busy", { reason: "status", status: 429, retryAfter: 7 }],
    ["/silent", { reason: "timeout" }],
    ["/slow", { reason: "timeout" }],
  ] as const)("with a response such as %s is refused", async ([path, why]) => {
    expect(await safeFetch(ctx, `https://site.example.test${path}`, HTML)).toMatchObject({ ok: false, ...why });
  });
  test("an unchanged page is not sent again", async () => {
    expect(await safeFetch(ctx, "https://site.example.test/same", { ...HTML, etag: '"1"' })).toMatchObject({ ok: true, status: 304 });
  });
  test("is fetched through the public network if the runtime has one", async () => {
    requests.length = 0;
    const viaNetwork: string[] = [];
    const network = {
      fetch: (url: string) => (viaNetwork.push(url), Promise.reject(new Error("connecting to 10.0.0.1:443 is not allowed"))),
    };
    const answer = await safeFetch({ ...ctx, env: { PUBLIC_NETWORK: network as never } }, "https://site.example.test/", HTML);
    expect(answer).toMatchObject({ ok: false, reason: "unreachable" });
    expect([viaNetwork, requests]).toEqual([["https://site.example.test/"], []]);
  });
  test("gives a result even if the server cannot be reached", async () => {
    const gone = { ...ctx, fetch: () => Promise.reject(new TypeError("no route")) };
    expect(await safeFetch(gone, "https://site.example.test/", HTML)).toMatchObject({ ok: false, reason: "unreachable" });
  });
});
