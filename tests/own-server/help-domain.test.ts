// The company's own domain in front of the help center: the guide's worker in the platform's runtime, and the guide's nginx if it is
// installed, each in front of the product.
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
import { NGINX, startNginx } from "./proxies.ts";

const DOMAIN = "https://help.example.com";
let served: Served;
let proxy: Runtime;
let owner: Operator;
let projectId: string;
let help: string;
let folder: string;
/** Of the proxy that a test sends its requests to. */
let proxyPort = 0;

/** A product that knows its own address. A port that was free may be another suite's by the time that it is asked for. */
async function servedAtItsAddress(tries = 3): Promise<Served> {
  const port = await freePort();
  try {
    return await serveBuild({ port, vars: { APP_ORIGIN: `http://127.0.0.1:${port}` } });
  } catch (error) {
    if (tries === 1) throw error;
    return await servedAtItsAddress(tries - 1);
  }
}

beforeAll(async () => {
  served = await servedAtItsAddress();
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
  proxyPort = Number((await proxy.ready).port);
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
  const port = proxyPort;
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
    const [article, listed] = await Promise.all(
      [`/en/articles/${title.toLowerCase()}`, "/sitemap-1.xml"].map((path) => fetch(`${served.url}${help}${path}`)),
    );
    // Pages that name an article follow a moment later.
    if (article?.status === 200 && (await listed?.text())?.includes(`/${title.toLowerCase()}<`)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { id, image };
}

test("the guide has the examples of the settings, word for word", () => {
  const guide = readFileSync("docs/guides/help-center-domain.md", "utf8");
  const place = { desk: "https://desk.example.com", domain: DOMAIN, slug: "northwind" };
  assert(guide.includes(workerExample(place)));
  assert(guide.includes(nginxExample(place)));
});

test("through the guide's worker pages, images, search, and forms work, and everything names the domain", () => walk("Glaze"));

test("through the guide's nginx they do, too", async (t) => {
  if (NGINX === undefined) return t.skip("nginx is not installed here");
  const listen = await freePort();
  // Without TLS, and on a port that redirects leave out as they leave out 443.
  const example = nginxExample({ desk: served.url, domain: HERE, slug: help.split("/").at(-1) ?? "" }).replace(
    "listen 443 ssl;",
    `listen 127.0.0.1:${listen};\n    port_in_redirect off;`,
  );
  const nginx = await startNginx(NGINX, join(folder, "nginx"), example, listen);
  try {
    proxyPort = listen;
    await walk("Kiln");
    // What climbs out of the two folders is not passed on, however it is written.
    for (const path of [`${help}/../../login`, `${help}/..%2f..%2flogin`, "/files/%2e%2e/login", "/files/..%2Fhealth"])
      assert.equal((await through(path)).headers["location"], `${HERE}${help}/`, path);
  } finally {
    await nginx.stop();
  }
});

async function walk(title: string): Promise<void> {
  const slug = title.toLowerCase();
  const { id, image } = await publish(title);
  const start = await through("/");
  assert.deepEqual([start.status, start.headers["location"]], [302, `${HERE}${help}/`]);
  // Redirects stay under the domain.
  const home = await through(`${help}/`);
  assert.deepEqual([home.status, home.headers["location"]], [302, `${help}/en/`]);
  const article = await through(`${help}/en/articles/${slug}`);
  assert.equal(article.status, 200);
  assert.match(String(article.headers["content-security-policy"]), /^default-src 'none'; script-src 'sha256-/);
  const page = String(article.body);
  assert(page.includes(`<link rel="canonical" href="${DOMAIN}${help}/en/articles/${slug}" />`));
  assert(page.includes(`<meta property="og:url" content="${DOMAIN}${help}/en/articles/${slug}" />`));
  assert(!page.includes(served.url));
  const tag = String(article.headers["etag"]);
  assert.equal((await through(`${help}/en/articles/${slug}`, { headers: { "if-none-match": tag } })).status, 304);
  assert.equal((await through(image)).body.byteLength, PNG.byteLength);
  assert.match(String((await through(`${help}/sitemap-1.xml`)).body), new RegExp(`<loc>${DOMAIN}${help}/en/articles/${slug}</loc>`));
  assert.match(String((await through(`${help}/en/search?q=${slug}`)).body), /1 article found/);
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
}
