// The company's own domain in front of the help center: the guide's worker runs in the platform's runtime, in front of the product.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, test } from "vitest";
import { nginxExample, workerExample } from "../../modules/help-center/views/settings/proxy-examples.ts";
import { type Runtime, startRuntime } from "../../scripts/lib/miniflare.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { freePort } from "../browser/stage.ts";
import { Operator, PNG } from "../support/desk.ts";

const DOMAIN = "https://help.example.com";
let served: Served;
let proxy: Runtime;
let owner: Operator;
let projectId: string;
let help: string;
let folder: string;

beforeAll(async () => {
  const port = await freePort();
  served = await serveBuild({ port, vars: { APP_ORIGIN: `http://127.0.0.1:${port}` } });
  owner = new Operator(served.url);
  await owner.setup();
  projectId = (await owner.project("Northwind", "https://northwind.example")).id;
  const settings = `/api/dashboard/projects/${projectId}/help/settings`;
  const { title, description, defaultLocale, locales, links, contact, revision, address } = (
    await owner.call<Record<string, never> & { address: string }>(settings)
  ).body;
  const body = { title, description, defaultLocale, locales, links, contact, revision, open: true, domain: DOMAIN };
  assert.equal((await owner.call(settings.replace("dashboard", "management"), { method: "PUT", body })).status, 200);
  help = new URL(address).pathname;
  folder = mkdtempSync(join(tmpdir(), "help-domain-"));
  proxy = startRuntime({
    host: "127.0.0.1",
    port: 0,
    state: folder,
    worker: {
      name: "help",
      compatibilityDate: "2026-08-01",
      modules: [{ type: "ESModule", path: "help.js", contents: workerExample({ desk: served.url, slug: help.split("/").at(-1) ?? "" }) }],
    },
  });
  await proxy.ready;
}, 120_000);
afterAll(async () => {
  await proxy?.dispose();
  await served?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same domain without TLS, which the test does not end. */
const HERE = "http://help.example.com";
interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
/** The body as a browser reads it; a 304 has none. */
function decoded({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (body.byteLength === 0) return body;
  return headers["content-encoding"] === "br"
    ? brotliDecompressSync(body)
    : headers["content-encoding"] === "gzip"
      ? gunzipSync(body)
      : body;
}
/** Sends a request to the proxy under the company's domain. `fetch` cannot, because it does not let the caller choose the host. */
async function through(path: string, { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {}): Promise<Reply> {
  const { port } = await proxy.ready;
  const method = body === undefined ? "GET" : "POST";
  return await new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host: new URL(HERE).host, ...headers } });
    sent.on("error", reject).on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: decoded(answer, Buffer.concat(chunks)) }),
      );
    });
    sent.end(body);
  });
}
async function publish(title: string): Promise<{ id: string; image: string }> {
  const articles = `/api/dashboard/projects/${projectId}/help/articles`;
  const { body } = await owner.post<{ article: { id: string } }>(articles, { clientId: randomUUID(), locale: "en", title });
  const { id } = body.article;
  const stored = await owner.call<{ file: { url: string } }>(`${articles}/${id}/files?name=a.png&clientId=${randomUUID()}`, { raw: PNG });
  const image = stored.body.file.url;
  await owner.call(`${articles}/${id}/texts/en`, {
    method: "PUT",
    body: { revision: 1, title, summary: "", content: `Words.\n\n![A cup](${image})` },
  });
  const publishing = `${articles.replace("dashboard", "management")}/${id}/texts/en/publish`;
  assert.equal((await owner.post(publishing, { revision: 2 })).status, 200);
  for (let i = 0; i < 50; i += 1) {
    await served.tick();
    if ((await fetch(`${served.url}${help}/en/articles/${title.toLowerCase()}`)).status === 200) break;
  }
  return { id, image };
}

test("the guide has the examples of the settings, word for word", () => {
  const guide = readFileSync("docs/guides/help-center-domain.md", "utf8");
  const place = { desk: "https://desk.example.com", domain: DOMAIN, slug: "northwind" };
  assert(guide.includes(workerExample(place)));
  assert(guide.includes(nginxExample(place)));
});

test("under the own domain pages, images, search, and forms work, and everything names that domain", async () => {
  const { id, image } = await publish("Glaze");
  const start = await through("/");
  assert.deepEqual([start.status, start.headers["location"]], [302, `${HERE}${help}/`]);
  // Redirects stay under the domain.
  const home = await through(`${help}/`);
  assert.deepEqual([home.status, home.headers["location"]], [302, `${help}/en/`]);
  const article = await through(`${help}/en/articles/glaze`);
  assert.equal(article.status, 200);
  assert.match(String(article.headers["content-security-policy"]), /^default-src 'none'; script-src 'sha256-/);
  const page = String(article.body);
  assert(page.includes(`<link rel="canonical" href="${DOMAIN}${help}/en/articles/glaze" />`));
  assert(page.includes(`<meta property="og:url" content="${DOMAIN}${help}/en/articles/glaze" />`));
  assert(!page.includes(served.url));
  const tag = String(article.headers["etag"]);
  assert.equal((await through(`${help}/en/articles/glaze`, { headers: { "if-none-match": tag } })).status, 304);
  assert.equal((await through(image)).body.byteLength, PNG.byteLength);
  assert.match(String((await through(`${help}/sitemap-1.xml`)).body), new RegExp(`<loc>${DOMAIN}${help}/en/articles/glaze</loc>`));
  assert.match(String((await through(`${help}/en/search?q=glaze`)).body), /1 article found/);
  const body = new URLSearchParams({ article: id, helpful: "1" }).toString();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const vote = (origin: string) => through(`${help}/en/feedback`, { body, headers: { ...form, origin, cookie: "session=theirs" } });
  const answered = await vote(HERE);
  assert.equal(answered.status, 303);
  assert.match(answered.headers["location"] ?? "", /^\/help\//);
  // Forms of any other site stay refused, and without the proxy also those of the domain.
  const refused = await vote("https://evil.example");
  assert.equal(refused.status, 403);
  assert.match(String(refused.body), /didn’t come from the application’s own pages/);
  assert.equal((await fetch(`${served.url}${help}/en/feedback`, { method: "POST", body, headers: { ...form, origin: HERE } })).status, 403);
  // The dashboard and the API stay where they are.
  for (const path of ["/login", "/projects", "/api/dashboard/me", `${help}-other/en/`, "/health"])
    assert.equal((await through(path)).headers["location"], `${HERE}${help}/`);
});
