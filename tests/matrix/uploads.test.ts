// Uploads and downloads on the emitted build: which files are accepted, and how they are served. A refusal leaves neither row nor object.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { PNG } from "../support/desk.ts";
import { changes, type Dump } from "../support/tables.ts";
import { assertNone } from "./none.ts";
import { framed, rawRequest } from "./raw-http.ts";
import { refusalProblem } from "./refused.ts";
import { send } from "./requests.ts";
import { makeWorld, type Principal, type World } from "./world.ts";

interface UploadRoute {
  readonly principal: Principal;
  readonly path: string;
}
let world: World;
let uploadRoutes: readonly UploadRoute[];
let objects: readonly string[];
beforeAll(async () => {
  world = await makeWorld();
  objects = world.tables.objects();
  const { projectId, conversationId } = world.own;
  uploadRoutes = [
    { principal: "visitor", path: "/api/widget/files" },
    { principal: "operator", path: `/api/dashboard/projects/${projectId}/conversations/${conversationId}/files` },
  ];
});
afterAll(() => world.stop());

const urlOf = (route: UploadRoute, name: string, more = ""): string =>
  `${world.served.url}${route.path}?name=${encodeURIComponent(name)}&clientId=${randomUUID()}${more}`;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "latin1"));

/** Waits until neither row nor object of an interrupted upload is left. */
async function waitForNoTrace(before: Dump): Promise<string> {
  let left = "";
  for (let i = 0; i < 40; i++) {
    left = changes(before, world.tables.dump());
    const more = world.tables.objects().filter((key) => !objects.includes(key));
    if (left === "" && more.length === 0) return "";
    left = `${left} objects: ${more.join(" ")}`;
    await sleep(50);
  }
  return left;
}
async function uploaded(
  route: UploadRoute,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<{ id: string; name: string; type: string; inline: boolean; size: number }> {
  const answer = await send(urlOf(route, name), "POST", { raw: content }, world.headersOf(route.principal));
  assert.equal(answer.status, 201, `${name}: ${answer.text}`);
  return (JSON.parse(answer.text) as { file: { id: string; name: string; type: string; inline: boolean; size: number } }).file;
}

/**
 * Repeats a request up to three times: a server that refuses before it has read everything may cut the connection before its answer arrives.
 */
async function withRetries<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 0 || tries === 3) return answer;
  }
}

test("a refused upload leaves neither row nor object", async () => {
  const wrong: string[] = [];
  const html = bytes("<!doctype html><script>alert(1)</script>".padEnd(600, " "));
  const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const cases: readonly (readonly [what: string, name: string, content: Uint8Array<ArrayBuffer>, status: number])[] = [
    ["empty", "a.txt", new Uint8Array(0), 400],
    ["HTML as PNG", "a.png", html, 415],
    ["SVG as PNG", "a.PNG", svg, 415],
    ["SVG as GIF", "a.gif", svg, 415],
    ["PNG as JPEG", "a.jpg", PNG, 415],
    ["HTML as PDF", "a.pdf", html, 415],
    ["half a signature", "a.png", PNG.slice(0, 7), 415],
    ["text as WebP", "a.webp", bytes("RIFFxxxxWEBQ"), 415],
    ["no name", "", PNG, 400],
    ["a name of spaces", "   ", PNG, 400],
    ["a name with NUL", "a\u0000.png", PNG, 400],
    ["a name of two lines", "a\r\nSet-Cookie: x=y\r\n\r\n.png", PNG, 400],
    ["a name of 300 characters", "a".repeat(300), PNG, 400],
  ];
  for (const route of uploadRoutes) {
    const headers = world.headersOf(route.principal);
    for (const [what, name, content, status] of cases) {
      const problem =
        refusalProblem(world, await send(urlOf(route, name), "POST", { raw: content }, headers), status) ||
        (await waitForNoTrace(world.before));
      if (problem !== "") wrong.push(`${route.principal}, ${what}: ${problem}`);
    }
    for (const query of [
      "",
      "?name=a.png",
      `?clientId=${randomUUID()}`,
      "?name=a.png&clientId=1",
      `?name=a.png&clientId=${randomUUID()}x`,
    ]) {
      const problem = refusalProblem(world, await send(`${world.served.url}${route.path}${query}`, "POST", { raw: PNG }, headers), 400);
      if (problem !== "") wrong.push(`${route.principal} ${query}: ${problem}`);
    }
    const raw = async (what: string, status: number, sent: Parameters<typeof rawRequest>[1]): Promise<void> => {
      const problem =
        refusalProblem(
          world,
          {
            headers: new Headers(),
            ...(await withRetries(() => rawRequest(urlOf(route, "a.txt"), { ...sent, headers: { ...headers, ...sent.headers } }))),
          },
          status,
        ) || (await waitForNoTrace(world.before));
      if (problem !== "") wrong.push(`${route.principal}, ${what}: ${problem}`);
    };
    await raw("no length, in chunks", 411, { headers: { "transfer-encoding": "chunked" }, chunks: framed(PNG, 20) });
    await raw("a byte more than 25 MB", 413, { headers: { "content-length": "25000001" }, chunks: [PNG] });
    await raw("a length beyond all numbers", 411, { headers: { "content-length": "9999999999999999" }, chunks: [PNG] });
  }
  assertNone(wrong);
});

test("an interrupted upload leaves neither row nor object nor count", async () => {
  const wrong: string[] = [];
  for (const route of uploadRoutes) {
    for (const sent of [1, 600, 200_000]) {
      const answer = await rawRequest(urlOf(route, "a.bin"), {
        headers: { ...world.headersOf(route.principal), "content-length": String(sent + 100_000) },
        chunks: [new Uint8Array(sent)],
        giveUp: true,
      });
      const left = await waitForNoTrace(world.before);
      if (answer.status >= 500 || left !== "") wrong.push(`${route.principal}, ${sent} bytes: ${answer.status} ${left}`);
    }
  }
  assertNone(wrong);
});

test("an upload is stored exactly as announced", async () => {
  for (const route of uploadRoutes) {
    const more = await rawRequest(urlOf(route, "a.txt"), {
      headers: { ...world.headersOf(route.principal), "content-length": "5" },
      chunks: [bytes("12345GET /health HTTP/1.1\r\n\r\n")],
    });
    assert.equal(more.status, 201, more.text);
    const { file } = JSON.parse(more.text) as { file: { id: string; size: number } };
    assert.equal(file.size, 5);
    assert.equal((await send(`${world.served.url}/files/${file.id}`, "GET", {}, world.headersOf("owner"))).text, "12345");
  }
  const whole = await uploaded(uploadRoutes[0] as UploadRoute, "whole.bin", new Uint8Array(25_000_000));
  assert.equal(whole.size, 25_000_000);
  world.undo();
});

test("a repeated clientId answers the same file, and another file under it is a conflict", async () => {
  for (const { path, principal } of uploadRoutes) {
    const headers = world.headersOf(principal);
    const url = (name: string): string =>
      `${world.served.url}${path}?name=${encodeURIComponent(name)}&clientId=6f1c1f7e-0000-4000-8000-00000000000${principal === "visitor" ? 1 : 2}`;
    // 200 UTF-16 units end in the middle of a character.
    const name = `${"a".repeat(199)}😀.png`;
    const [first, again, other] = [
      await send(url(name), "POST", { raw: PNG }, headers),
      await send(url(name), "POST", { raw: PNG }, headers),
      await send(url("other.png"), "POST", { raw: PNG }, headers),
    ];
    assert.deepEqual([first.status, again.status, other.status], [201, 200, 409], `${again.text} ${other.text}`);
    assert.equal(
      (JSON.parse(first.text) as { file: { id: string } }).file.id,
      (JSON.parse(again.text) as { file: { id: string } }).file.id,
    );
  }
  world.undo();
});

const FILE_HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, max-age=86400, immutable",
};

test("file names of any kind come back in one harmless header", async () => {
  const route = uploadRoutes[0] as UploadRoute;
  const wrong: string[] = [];
  const names = [
    "../../etc/passwd",
    "..\\..\\boot.ini",
    "C:\\x\\y.txt",
    "/",
    "\\",
    "...",
    ".htaccess",
    "a\u202Egnp.exe",
    "\u200F\u2066x\u2069.txt",
    'q"uo"te.txt',
    "semi;colon; filename=evil.html",
    "per%22cent%0d%0a.txt",
    "ünï 中文 🌱.txt",
    "a'b(c)*.txt",
    "tab\tname.txt",
    `${"😀".repeat(120)}.txt`,
    "x".repeat(255),
    " lead and trail ",
    "con.txt",
    "a.html",
    "a.svg",
    "a.pht",
    "a.png.exe",
    "\u2028.txt",
    "e\u0301.txt",
    ". .x.txt",
  ];
  for (const name of names) {
    const file = await uploaded(route, name, bytes("<script>alert(1)</script>"));
    const answer = await send(`${world.served.url}/files/${file.id}`, "GET", {}, world.headersOf("owner"));
    const disposition = answer.headers.get("content-disposition") ?? "";
    const [, fallback, encoded] =
      /^attachment; filename="([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]{1,2400})$/.exec(
        disposition,
      ) ?? [];
    if (answer.status !== 200 || fallback === undefined || encoded === undefined) {
      wrong.push(`${JSON.stringify(name)}: ${answer.status} ${disposition}`);
      continue;
    }
    const back = decodeURIComponent(encoded);
    if (/[\p{Cc}\p{Cf}\u2028\u2029/\\]|^\.|^\s|\s$/u.test(back) || back !== file.name)
      wrong.push(`${JSON.stringify(name)} came back as ${JSON.stringify(back)}, shown as ${JSON.stringify(file.name)}`);
    if (!["application/octet-stream", "text/plain; charset=utf-8"].includes(answer.headers.get("content-type") ?? ""))
      wrong.push(`${name}: ${answer.headers.get("content-type")}`);
    for (const [header, value] of Object.entries(FILE_HEADERS))
      if (answer.headers.get(header) !== value) wrong.push(`${name}: ${header}: ${answer.headers.get(header)}`);
  }
  const image = await uploaded(route, 'a "b".png', PNG);
  const shown = await send(`${world.served.url}/files/${image.id}`, "GET", {}, world.headersOf("visitor"));
  assert.deepEqual(
    [
      shown.headers.get("content-type"),
      shown.headers.get("content-disposition"),
      shown.headers.get("cross-origin-resource-policy"),
      shown.headers.get("access-control-allow-origin"),
    ],
    ["image/png", `inline; filename="a _b_.png"; filename*=UTF-8''a%20%22b%22.png`, "cross-origin", world.own.origin],
  );
  // A picture that is also an HTML page is served as a picture and never runs.
  const both = await uploaded(route, "x.html", bytes("GIF89a/*<script>alert(1)</script>*/=1"));
  assert.equal(
    (await send(`${world.served.url}/files/${both.id}`, "GET", {}, world.headersOf("owner"))).headers.get("content-type"),
    "image/gif",
  );
  assertNone(wrong);
  world.undo();
});

test("range and conditional requests follow RFC 9110", async () => {
  const text = Array.from({ length: 10 }, (_, i) => String(i).repeat(10)).join("");
  const file = await uploaded(uploadRoutes[0] as UploadRoute, "hundred.txt", bytes(text));
  const url = `${world.served.url}/files/${file.id}`;
  const headers = world.headersOf("owner");
  const get = (more: Record<string, string>, method = "GET") =>
    send(url, method, {}, { ...headers, "accept-encoding": "identity", ...more });
  const all = await get({});
  assert.deepEqual(
    [all.status, all.text, all.headers.get("accept-ranges"), all.headers.get("content-length")],
    [200, text, "bytes", "100"],
  );
  const parts: readonly (readonly [range: string, status: number, contentRange: string | null, body: string])[] = [
    ["bytes=0-9", 206, "bytes 0-9/100", "0000000000"],
    ["bytes=0-0", 206, "bytes 0-0/100", "0"],
    ["bytes=95-", 206, "bytes 95-99/100", "99999"],
    ["bytes=90-500", 206, "bytes 90-99/100", "9999999999"],
    ["bytes=-5", 206, "bytes 95-99/100", "99999"],
    ["bytes=-500", 206, "bytes 0-99/100", text],
    ["bytes=100-", 416, "bytes */100", ""],
    ["bytes=500-600", 416, "bytes */100", ""],
    // For an invalid range or several ranges the whole file, as RFC 9110 §14.2 allows.
    ["bytes=5-2", 200, null, text],
    ["bytes=", 200, null, text],
    ["bytes=x-y", 200, null, text],
    ["items=0-5", 200, null, text],
    ["bytes=0-1,5-6", 200, null, text],
    ["bytes=0-1, 5-6, 0-99, 0-99", 200, null, text],
    ["bytes=99999999999999999999-", 416, "bytes */100", ""],
  ];
  for (const [range, status, contentRange, body] of parts) {
    const answer = await get({ range });
    assert.deepEqual([answer.status, answer.headers.get("content-range"), answer.text], [status, contentRange, body], range);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff", range);
  }
  assert.ok([416, 200].includes((await get({ range: "bytes=-0" })).status));
  const etag = all.headers.get("etag") ?? "";
  assert.match(etag, /^"[^"]+"$/);
  for (const given of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const same = await get({ "if-none-match": given });
    assert.deepEqual([same.status, same.text, same.headers.get("etag")], [304, "", etag], given);
  }
  for (const given of ['"other"', "unquoted", '"', "", ","]) assert.equal((await get({ "if-none-match": given })).status, 200, given);
  assert.equal((await get({ "if-none-match": etag, range: "bytes=0-1" })).status, 304);
  const head = await get({}, "HEAD");
  assert.deepEqual([head.status, head.text, head.headers.get("content-disposition")], [200, "", all.headers.get("content-disposition")]);
  world.undo();
});
