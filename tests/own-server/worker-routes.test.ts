// An own server gives requests for the worker to it directly and only the others to the runtime's copy of the platform's asset router. Each
// response must be the one that it would be if everything passed the router: status, headers and body, for files, pages and odd paths.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";

let direct: Served;
let routed: Served;
beforeAll(async () => {
  [direct, routed] = [await serveBuild({ tick: false }), await serveBuild({ tick: false, assetRouter: true })];
});
afterAll(async () => {
  await direct?.stop();
  await routed?.stop();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
/** Sends the path as it is written, which `fetch` would normalise. */
const ask = (url: string, method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const encoding = bytes.length === 0 ? undefined : answer.headers["content-encoding"];
        const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
        resolve({ status: answer.statusCode, headers: answer.headers, text: plain.toString("latin1") });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
/** What differs between two answers of the same server too: the id of the request, nonces, the time, and the server's own address. */
function comparable({ status, headers, text }: Answer): object {
  const stable = (value: string): string =>
    value
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "<uuid>")
      .replaceAll(/127\.0\.0\.1:\d+/g, "<host>")
      .replaceAll(/nonce-[\w+/=-]+/g, "<nonce>")
      .replaceAll(/nonce="[^"]+"/g, "<nonce>");
  const { date: _date, ...rest } = headers;
  return { status, headers: JSON.parse(stable(JSON.stringify(rest))) as object, text: stable(text) };
}

const [script = ""] = readdirSync(inRoot("dist/client/assets")).filter((name) => name.endsWith(".js"));
const [style = ""] = readdirSync(inRoot("dist/client/assets")).filter((name) => name.endsWith(".css"));
const [part = ""] = readdirSync(inRoot("dist/client/w")).filter((name) => name.endsWith(".js"));
const FILES = ["/widget.js", `/w/${part}`, `/assets/${script}`, `/assets/${style}`];
const WORKER = [
  "/",
  "/login",
  "/setup",
  "/health",
  "/dashboard",
  "/dashboard/projects",
  "/api/setup",
  "/help/acme",
  "/account",
  "/files/x",
];
const ODD = [
  ...[
    "/?a=1",
    "/setup?next=/",
    "/login/",
    "/setup/",
    "/health/",
    "/healthy",
    "/HEALTH",
    "/Api/x",
    "/api",
    "/api/",
    "/help",
    "/mail-view/x",
  ],
  ...["/%61pi/setup", "/api%2Fsetup", "/%2Fapi/setup", "//api/setup", "/./api/setup", "/assets/../api/setup", "/api/../widget.js"],
  ...["/api/..%2Fwidget.js", "/api/%2e%2e/widget.js", "/api\\setup", "/setup\\", "/dashboard.html", "/dashboard/index.html", "/index.html"],
  ...["/dashboard/..", "/dashboard%00", "/projects%", "/projectsé", "/account;x", "/conversations?", "/conversations#x", "/files/%E0%A4%A"],
  ...[
    "/widget.js?v=1",
    "/widget%2Ejs",
    "/Widget.js",
    "/widget.js/",
    "//widget.js",
    "/w/",
    "/w/none.js",
    "/w",
    "/assets/",
    "/assets/none.js",
  ],
  ...[
    `/assets/%2e/${script}`,
    `/assets//${script}`,
    `/assets/${script}/`,
    "/assets/..%2f..%2fserver/index.js",
    "/_headers",
    "/.well-known/x",
  ],
  ...["/favicon.ico", "/robots.txt", "/nothing", "/nothing.html", "/_next/image?url=http://a.example", "/_image?href=//a.example/b"],
];

async function compare(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const answer = await ask(direct.url, method, path, headers);
  assert.deepEqual(comparable(answer), comparable(await ask(routed.url, method, path, headers)), `${method} ${path}`);
  return answer;
}

test.each([...FILES, ...WORKER, ...ODD])("GET and HEAD %s", async (path) => {
  await compare("GET", path);
  await compare("HEAD", path);
});
test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s of a file, a page and an interface", async (method) => {
  for (const path of [FILES[0] ?? "", FILES[2] ?? "", "/login", "/api/setup", "/api/widget/conversations", "/nothing"])
    await compare(method, path, { origin: "http://localhost:5999", "content-length": "0" });
});

describe.each(FILES)("%s", (path) => {
  test("is a file with the headers of _headers", async () => {
    const { status, headers } = await compare("GET", path);
    assert.equal(status, 200);
    assert.match(
      headers["cache-control"] ?? "",
      path === "/widget.js" ? /max-age=300, stale-while-revalidate/ : /max-age=31536000, immutable/,
    );
  });
  test("conditional requests", async () => {
    const { headers } = await compare("GET", path);
    const { etag = "" } = headers;
    assert.notEqual(etag, "");
    assert.equal((await compare("GET", path, { "if-none-match": etag })).status, 304);
    assert.equal((await compare("HEAD", path, { "if-none-match": etag })).status, 304);
    assert.equal((await compare("GET", path, { "if-none-match": `W/${etag.replace("W/", "")}` })).status, 304);
    await compare("GET", path, { "if-none-match": '"other"' });
    await compare("GET", path, { "if-none-match": "*" });
    await compare("GET", path, { "if-modified-since": new Date().toUTCString() });
  });
  test("ranges", async () => {
    for (const range of ["bytes=0-9", "bytes=10-", "bytes=-5", "bytes=0-0,5-6", "bytes=999999999-", "lines=1-2"])
      await compare("GET", path, { range });
  });
  test("encodings", async () => {
    for (const encoding of ["gzip", "br", "gzip, br;q=0.5", "identity", "identity;q=0", "zstd", ""])
      await compare("GET", path, { "accept-encoding": encoding });
  });
});

test("other hosts, and headers that only the runtime may set", async () => {
  for (const path of ["/login", "/widget.js", "/nothing"])
    for (const headers of [{ host: "desk.example" }, { "x-forwarded-proto": "https" }, { "mf-original-url": "http://desk.example/setup" }])
      await compare("GET", path, headers as Record<string, string>);
});

test("requests for the worker do not pass the asset router", async () => {
  // The router refuses what looks like another framework's image service, unless the answer is an image. The worker has no such path.
  const path = "/api/_next/image?url=http://a.example/b.png";
  const [answer, throughRouter] = [await ask(direct.url, "GET", path, {}), await ask(routed.url, "GET", path, {})];
  assert.deepEqual([throughRouter.status, throughRouter.text], [403, "Blocked"]);
  assert.equal(answer.status, 404);
  assert.match(answer.text, /not_found/);
});
