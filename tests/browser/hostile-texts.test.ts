// XSS payloads enter through every input of knowledge and help centers, and every place that shows them is checked: public pages, the
// dashboard, the widget. Most checks run without the pages' Content-Security-Policy, so that a payload that could run does. The short run
// sends every payload through every input for long texts (a fourth of them through each import) and some through titles and searches; LONG
// sends all through all, with import titles shared among the four platforms.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { CRAWLER_TOKEN } from "../doubles/crawler/apify.ts";
import { type CrawlerDouble, startCrawler } from "../doubles/crawler/server.ts";
import type { SampleDesk } from "../doubles/help-desks/desk.ts";
import { HELP_DESK_VARS, SUBDOMAIN } from "../doubles/help-desks/index.ts";
import { type HelpDeskDouble, startHelpDesks } from "../doubles/help-desks/server.ts";
import { Visitor } from "../support/desk.ts";
import { docxOf, pdfOf } from "../support/office-files.ts";
import { XSS_PAYLOADS, xssHtml, xssLines } from "../../kernel/testing/xss-payloads.ts";
import { reportFigure } from "./figure.ts";
import { DESKTOP, openStage, type Stage, until, widgetOf, withProject } from "./stage.ts";

const LONG = process.env["LONG"] !== undefined;
const MARKDOWN = XSS_PAYLOADS.join("\n\n<!-- -->\n\n").replaceAll("\0", "");
/** Pictures point to an address that is never requested: an import would fetch them. */
const html = (payloads: readonly string[]): string =>
  xssHtml(payloads).replaceAll(/\bsrc(set)?=(["']?)(?:x|1|\/favicon\.ico)(?=[\s"'>/ ])/g, "src$1=$2http://127.0.0.1/x");
/** A word that only these texts contain, so that searches find them. */
const WORD = "hostilities";
/** Titles and other short fields; the long run uses all payloads. */
const lines = (max: number, few: number): string[] => {
  const all = xssLines(max - WORD.length - 1).map((line) => `${WORD} ${line}`);
  return LONG ? all : all.filter((_, i) => i % Math.ceil(all.length / few) === 0);
};

let desks: HelpDeskDouble;
let crawler: CrawlerDouble;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let site = "";
const team = (path: string): string => `/api/dashboard/projects/${project.id}/${path}`;
const admin = (path: string): string => `/api/management/projects/${project.id}/${path}`;
const screen = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
async function create<T>(path: string, body: unknown): Promise<T> {
  const answer = await project.owner.post<T>(path, body);
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer.body;
}
const read = async <T>(path: string): Promise<T> => (await project.owner.call<T>(path)).body;

interface CreatedArticle {
  readonly article: { readonly id: string };
  readonly text: { readonly revision: number; readonly liveSlug: string };
}
/** Publishes an article and answers its address. */
async function publish(title: string, summary: string, content: string, collectionId: string): Promise<{ id: string; path: string }> {
  const { article, text } = await create<CreatedArticle>(team("help/articles"), {
    clientId: randomUUID(),
    locale: "en",
    title,
    content,
    collectionId,
  });
  let { revision } = text;
  if (summary !== "") {
    const saved = await project.owner.call<CreatedArticle>(team(`help/articles/${article.id}/texts/en`), {
      method: "PUT",
      body: { revision, title, summary, content },
    });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    revision = saved.body.text.revision;
  }
  const done = await create<CreatedArticle>(admin(`help/articles/${article.id}/texts/en/publish`), { revision });
  return { id: article.id, path: `en/articles/${done.text.liveSlug}` };
}
async function sourceOf(kind: string, more: Record<string, unknown> = {}): Promise<string> {
  const made = await create<{ source: { id: string } }>(admin("knowledge/sources"), {
    ...{ clientId: randomUUID(), kind, name: lines(120, 4)[1], audience: "public", assistant: true, locale: "en", ...more },
  });
  return made.source.id;
}

// --- checks -------------------------------------------------------------------------------------------------------------------

interface WatchedPage {
  readonly page: Page;
  /** Everything that ran, requested another host, or appeared in a page as something that could run. */
  readonly found: string[];
}
/** Markup in a document that could run, shadow roots included. */
function unsafe(own: readonly string[]): string[] {
  const bad: string[] = [];
  const report = (element: Element, why: string): void => void bad.push(`${why}: ${element.outerHTML.slice(0, 160)}`);
  const visitNodes = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      if (/^(?:object|embed|base|portal|frame|math|animate|set|foreignobject|use|applet|marquee|isindex)$/i.test(tag))
        report(element, "tag");
      if (tag === "script" && /xss|hacked/.test((element as HTMLScriptElement).src)) report(element, "script");
      if (tag === "script" && (element as HTMLScriptElement).type !== "application/ld+json" && element.textContent.includes("xss("))
        report(element, "script");
      if (tag === "style" && element.textContent.includes("xss(")) report(element, "style");
      if (tag === "meta" && /refresh/i.test(element.getAttribute("http-equiv") ?? "")) report(element, "meta");
      if (tag === "link" && document.head.contains(element) && (element as HTMLLinkElement).rel === "icon") continue;
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === "srcdoc") report(element, name);
        if (name === "style" && /url\(|expression/i.test(value)) report(element, name);
        if (!/^(?:xlink:)?(?:href|src|action|formaction|data|poster|ping|background)$/.test(name)) continue;
        const url = URL.canParse(value, location.href) ? new URL(value, location.href) : undefined;
        const drawn = tag === "img" && url !== undefined && /^(?:data:image\/(?!svg)|blob:)/.test(url.href);
        if (!drawn && url !== undefined && !/^(?:https?|mailto|tel|sms):$/.test(url.protocol)) report(element, name);
        // Links may lead anywhere; resources that load by themselves and form targets must be ours.
        if (name !== "href" && !drawn && url !== undefined && !own.includes(url.origin)) report(element, `${name} elsewhere`);
      }
      if (element.shadowRoot) visitNodes(element.shadowRoot);
    }
  };
  visitNodes(document);
  return bad;
}

/** A page that records what runs in it. `policy: false` removes the pages' own Content-Security-Policy. */
async function openWatchedPage(
  policy: boolean,
  signedIn: boolean,
): Promise<WatchedPage & { look(url: string, ready?: string | RegExp): Promise<void> }> {
  const context: BrowserContext = await stage.context({ ...DESKTOP, bypassCSP: !policy }, signedIn ? project.owner : undefined);
  const page = await context.newPage();
  const found: string[] = [];
  const own = [stage.served.url, stage.hosts.origin];
  const recordRun = (what: string): void => void found.push(`${page.url()}: ${what}`);
  await page.exposeFunction("xss", () => recordRun("it ran"));
  await page.exposeFunction("tried", (what: string) => recordRun(`it was stopped: ${what}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const reportRun = (window as unknown as { tried?(what: string): void }).tried;
      if (!event.effectiveDirective.startsWith("style")) reportRun?.(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on("dialog", (dialog) => {
    recordRun("a dialog");
    void dialog.dismiss();
  });
  page.on("popup", () => recordRun("a window"));
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (own.includes(url.origin) || url.protocol === "blob:" || url.protocol === "data:") return await route.continue();
    recordRun(`asked ${url.href}`);
    return await route.abort();
  });
  return {
    page,
    found,
    async look(url, ready) {
      if (url !== "") await page.goto(url);
      if (ready !== undefined) await page.getByText(ready).filter({ visible: true }).first().waitFor();
      found.push(...(await page.evaluate(unsafe, own)).map((bad) => `${page.url()}: ${bad}`));
    },
  };
}
const assertNone = (found: readonly string[]): void => assert.equal(found.length, 0, `\n${found.slice(0, 20).join("\n")}`);

// --- inputs -------------------------------------------------------------------------------------------------------------------

const PLATFORMS = [
  ["zendesk", SUBDOMAIN],
  ["intercom", "us"],
  ["freshdesk", SUBDOMAIN],
  ["helpscout", "docs"],
] as const;
const imported: string[] = [];
const imports: string[] = [];
const sources: Record<"snippets" | "files" | "answers" | "website", string> = { snippets: "", files: "", answers: "", website: "" };
const articles: { readonly id: string; readonly path: string }[] = [];
let conversation = "";

async function enterThroughImports(): Promise<void> {
  for (const [p, [platform, place]] of PLATFORMS.entries()) {
    const titles = lines(200, 8).filter((_, i) => i % 4 === p);
    const [one = WORD, two = WORD] = titles;
    const mine = XSS_PAYLOADS.filter((_, i) => LONG || i % 4 === p);
    desks.desks.most = 100;
    const desk: SampleDesk = {
      locales: ["en-us"],
      categories: [{ id: 1, name: one }],
      sections: [{ id: 11, category: 1, name: two }],
      articles: titles.map((title, i) => ({
        id: 1000 + i,
        section: 11,
        title,
        html: i === 0 ? html(mine) : `<p>${title}</p>`,
        labels: [title],
      })),
    };
    desks.desks.desk = desk;
    const { run } = await create<{ run: { id: string } }>(admin("help/imports"), {
      clientId: randomUUID(),
      name: `${platform} ${one}`.slice(0, 100),
      from: { platform, place },
      options: { drafts: "skip", restricted: "skip", locales: null, publish: true, audience: "public" },
      dry: false,
    });
    imports.push(run.id);
    const done = await until(
      `${platform} to be imported`,
      async () => {
        const at = (await read<{ run: { state: string; counts: { created: number } } }>(admin(`help/imports/${run.id}`))).run;
        return at.state === "running" ? false : at;
      },
      LONG ? 300_000 : 60_000,
    );
    assert.deepEqual([done.state, done.counts.created], ["done", titles.length], platform);
    const { items } = await read<{ items: { articleId: string }[] }>(admin(`help/imports/${run.id}/rows`));
    imported.push(...items.map(({ articleId }) => articleId));
  }
}

async function enterThroughArticles(): Promise<void> {
  const describe = xssLines(400);
  const { collection } = await create<{ collection: { id: string } }>(admin("help/collections"), {
    ...{ clientId: randomUUID(), locale: "en", name: lines(200, 3)[0], description: describe[0] },
  });
  for (const name of lines(200, 2))
    await create(admin("help/collections"), { clientId: randomUUID(), locale: "en", name, description: describe.at(-1) });
  for (const [i, title] of lines(200, 4).entries())
    articles.push(await publish(title, describe[i % describe.length] ?? "", i === 0 ? MARKDOWN : title, collection.id));
  // A slug cannot hold any of these texts.
  const [first] = articles;
  const slugs = LONG ? XSS_PAYLOADS : XSS_PAYLOADS.slice(0, 5);
  for (const slug of slugs) {
    const { status } = await project.owner.call(team(`help/articles/${first?.id}/texts/en`), {
      method: "PUT",
      body: { revision: 2, title: "x", slug, summary: "", content: "x" },
    });
    assert.equal(status, 400, slug);
  }
}

async function enterThroughSettings(): Promise<void> {
  const now = await read<{ revision: number }>(team("help/settings"));
  const save = (more: Record<string, unknown>) =>
    project.owner.call<{ address: string; revision: number }>(admin("help/settings"), {
      method: "PUT",
      body: {
        ...{ revision: now.revision, open: true, title: lines(100, 3)[0], description: xssLines(400)[1] },
        ...{ defaultLocale: "en", locales: ["en", "en-US"], contact: "https://a.example/%22onmouseover=%22xss()" },
        links: lines(60, 8)
          .slice(0, 8)
          .map((label) => ({ label, url: `https://a.example/"onmouseover="xss()"><script>xss()</script>`.replaceAll(" ", "") })),
        ...more,
      },
    });
  for (const url of [
    "javascript:xss()",
    "data:text/html,<script>xss()</script>",
    " javascript:xss()",
    "java\tscript:xss()",
    "vbscript:xss()",
  ]) {
    assert.equal((await save({ links: [{ label: "x", url }] })).status, 400, url);
    assert.equal((await save({ contact: url })).status, 400, url);
  }
  const saved = await save({});
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  site = `${stage.served.url}${new URL(saved.body.address).pathname}/`;
}

async function enterThroughSources(): Promise<void> {
  sources.snippets = await sourceOf("snippets");
  for (const title of lines(200, 2))
    await create(team(`knowledge/sources/${sources.snippets}/snippets`), {
      clientId: randomUUID(),
      title,
      content: MARKDOWN,
      publish: true,
    });
  sources.files = await sourceOf("files");
  const [name = ""] = xssLines(200);
  for (const [end, body] of [
    ["md", MARKDOWN],
    ["html", `<html><head><title>${name}</title></head><body><main>${html(XSS_PAYLOADS)}</main></body></html>`],
    ["txt", MARKDOWN],
    ["csv", `question,answer\n${XSS_PAYLOADS.map((text) => `"${WORD}","${text.replaceAll('"', '""')}"`).join("\n")}`],
  ] as const) {
    const file = `${name.replaceAll(/[/\\]/g, "-")}.${end}`;
    const { status, body: said } = await project.owner.call(
      admin(`knowledge/sources/${sources.files}/files?name=${encodeURIComponent(file)}&clientId=${randomUUID()}`),
      { raw: new TextEncoder().encode(body) },
    );
    assert.equal(status, 201, JSON.stringify(said));
  }
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const [searched = ""] = lines(200, 1);
  const opened = await visitor.open(MARKDOWN.slice(0, 9000), {
    help: { visit: randomUUID(), locale: "en", read: articles.slice(0, 3).map(({ id }) => id), searched: [searched], feedback: [] },
  });
  assert.ok(opened.status < 300, JSON.stringify(opened.body));
  conversation = opened.body.conversation.id;
  const [question = ""] = lines(200, 1);
  await create(team("knowledge/answers"), {
    ...{ clientId: randomUUID(), messageId: opened.body.event.message.id, question, answer: MARKDOWN, publish: true },
  });
  const { items } = await read<{ items: { id: string; kind: string }[] }>(team("knowledge/sources"));
  sources.answers = items.find(({ kind }) => kind === "answers")?.id ?? "";
  // Searches and comments of readers.
  for (const [i, query] of lines(200, 6).entries()) {
    const noted = await visitor.call("/api/widget/help/searches", {
      body: { key: project.key, visit: randomUUID(), locale: "en", query, results: 0 },
      headers: { "cf-connecting-ip": `198.51.100.${i % 250}` },
    });
    assert.equal(noted.status, 200, JSON.stringify(noted.body));
  }
  const comments = xssLines(1000).map((text) => `${WORD} ${text}`.slice(0, 1000));
  for (const [i, comment] of comments.entries()) {
    const said = await visitor.call("/api/widget/help/feedback", {
      body: { key: project.key, clientId: randomUUID(), articleId: articles[0]?.id, locale: "en", helpful: false, comment },
      headers: { "cf-connecting-ip": `198.51.100.${i % 250}` },
    });
    assert.equal(said.status, 200, JSON.stringify(said.body));
  }
}

async function enterThroughWebsite(): Promise<void> {
  sources.website = await sourceOf("website", {
    website: { way: "crawler", addresses: ["https://docs.example.com/"], include: [], exclude: [], maxPages: 1000, schedule: "manual" },
  });
  crawler.apify.polls = 0;
  crawler.apify.items = lines(200, 3).map((title, i) => ({
    url: `https://docs.example.com/${i}?"onmouseover="xss()`,
    markdown: i === 0 ? MARKDOWN : title,
    metadata: { title },
  }));
  const { crawl } = await create<{ crawl: { id: string } }>(admin(`knowledge/sources/${sources.website}/crawls`), {
    clientId: randomUUID(),
  });
  const db = await stage.served.runtime.getD1Database("DB");
  await until(
    "the website to be read",
    async () => {
      const { state, error } = (await read<{ crawl: { state: string; error: string | null } }>(team(`knowledge/crawls/${crawl.id}`))).crawl;
      assert.notEqual(state, "failed", String(error));
      if (state === "done") return true;
      await db.prepare("UPDATE jobs SET due_at = 0 WHERE state = 'queued'").run();
      await stage.served.tick();
      await new Promise((wake) => setTimeout(wake, 200));
      return false;
    },
    LONG ? 300_000 : 60_000,
  );
}

test.beforeAll(async () => {
  [desks, crawler] = await Promise.all([startHelpDesks(), startCrawler()]);
  stage = await openStage({
    vars: {
      ...HELP_DESK_VARS,
      TEST_HELP_DESK_BASE_URL: desks.url,
      CRAWLER_ACTOR_ID: "apify/website-content-crawler",
      CRAWLER_TOKEN,
      TEST_CRAWLER_BASE_URL: crawler.url,
      TEST_CRAWLER_PACE: "0",
      TEST_SCRYPT_LOG_N: "10",
    },
  });
  project = await withProject(stage);
});
test.afterAll(async () => {
  await stage.stop();
  await Promise.all([desks.stop(), crawler.stop()]);
});

test(`${XSS_PAYLOADS.length} payloads enter through every input`, async () => {
  assert.ok(XSS_PAYLOADS.length >= 300);
  await enterThroughSettings();
  if (!LONG)
    return void (await Promise.all([enterThroughArticles().then(enterThroughSources), enterThroughWebsite(), enterThroughImports()]));
  // One after the other: in parallel they wait for each other longer than a call may take.
  for (const enter of [enterThroughArticles, enterThroughSources, enterThroughWebsite, enterThroughImports]) {
    const began = performance.now();
    await enter();
    reportFigure(`${enter.name}: ${Math.round(performance.now() - began)} ms`);
  }
});

test.describe("pages that show the payloads", () => {
  test("public pages run no payload, with their policy or without", async () => {
    const slugs: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      type Listed = { items: { locales: { liveSlug: string | null; locale: string }[] }[]; next: string | null };
      const listed: Listed = await read(team(`help/articles${next === "" ? "" : `?cursor=${encodeURIComponent(next)}`}`));
      for (const { locale, liveSlug } of listed.items.flatMap(({ locales }) => locales))
        if (liveSlug !== null) slugs.push(`${locale}/articles/${liveSlug}`);
      next = listed.next;
    }
    for (const slug of slugs) await until(`${slug} to be drawn`, async () => (await fetch(site + slug)).ok, LONG ? 200_000 : 30_000);
    const { items: collections } = await read<{ items: { texts: { slug: string }[] }[] }>(team("help/collections"));
    const searches = [WORD, ...lines(200, 6)].map((query) => `en/search?q=${encodeURIComponent(query)}`);
    const thanks = `en/feedback?article=${articles[0]?.id}&said=no&reader=${encodeURIComponent('"><script>xss()</script>')}`;
    const addresses = [
      "",
      ...collections.flatMap(({ texts }) => texts.map(({ slug }) => `en/collections/${slug}`)),
      ...slugs,
      ...searches,
      thanks,
    ];
    for (const policy of [true, false]) {
      const { page, look, found } = await openWatchedPage(policy, false);
      for (const [i, address] of addresses.entries()) {
        if (policy && addresses.length > 100 && i % 8 !== 0) continue;
        if (i % 50 === 49) await page.setExtraHTTPHeaders({ "cf-connecting-ip": `198.51.100.${(i / 50) | 0}` });
        await look(site + address);
      }
      // Results that appear while typing.
      await page.goto(site + articles[0]?.path);
      await page.getByRole("searchbox").first().fill(`${WORD} `);
      await page.locator(".hits a").first().waitFor();
      await look("");
      assertNone(found);
      await page.context().close();
    }
    for (const [path, type] of [
      [`${articles[0]?.path}.md`, /^text\/(?:markdown|plain)/],
      ["llms.txt", /^text\/plain/],
      ["sitemap.xml", /^(?:application|text)\/xml/],
    ] as const) {
      const answer = await fetch(site + path);
      assert.match(answer.headers.get("content-type") ?? "", type, path);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff", path);
    }
  });

  test("the dashboard's screens run no payload", async () => {
    test.setTimeout(300_000);
    const [first] = articles;
    for (const policy of LONG ? [false, true] : [false]) {
      const { page, look, found } = await openWatchedPage(policy, true);
      await look(screen("help/articles"), WORD);
      for (const id of [first?.id, ...imported.slice(0, LONG ? 20 : 1)]) {
        await page.goto(screen(`help/articles/${id}`));
        await page.locator(".article-text").waitFor();
        await look("");
        await look(`${stage.served.url}${team(`help-articles/${id}/preview`)}`);
      }
      await page.goto(screen(`help/articles/${first?.id}`));
      await page.locator(".article-text").waitFor();
      await page.getByRole("button", { name: "More" }).first().click();
      await page.getByRole("menuitem", { name: "Versions…" }).click();
      await page.getByRole("dialog").getByText("Version").first().waitFor();
      await look("");

      await look(screen("help/sources"), WORD);
      await page.getByRole("searchbox", { name: "Question" }).fill(WORD);
      await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("status").getByText(WORD).first().waitFor();
      await look("");
      for (const [kind, id] of Object.entries(sources)) {
        await look(screen(`help/sources/${id}`), kind === "files" ? /\.csv/ : WORD);
        const list = page.getByRole("group").getByRole("listitem");
        await list.first().waitFor();
        for (let i = 0; i < (kind === "website" ? 0 : kind === "files" ? 4 : 1); i += 1) {
          await list.nth(i).getByRole("button").first().click();
          const dialog = page.getByRole("dialog");
          await dialog.waitFor();
          const preview = dialog.getByRole("tab", { name: "Preview" });
          if ((await preview.count()) > 0) await preview.click();
          else await dialog.getByText("xss()").first().waitFor();
          await look("");
          await page.keyboard.press("Escape");
          await dialog.waitFor({ state: "detached" });
        }
      }
      await look(screen("help/insights"), WORD);
      await page
        .getByRole("button", { name: /^Comments on / })
        .first()
        .click();
      await page.getByRole("dialog").getByText(WORD).first().waitFor();
      await look("");
      for (const id of imports.slice(0, LONG ? 4 : 1)) await look(screen(`help/import/${id}`), WORD);
      await look(screen("help/settings"), "Imprint");
      await look(screen(`inbox/all/${conversation}`), "Read in the help center:");
      await page.getByRole("button", { name: "Insert from help center" }).click();
      const picker = page.getByRole("dialog", { name: "Insert from help center" });
      await picker.getByRole("combobox").fill(WORD);
      await picker.getByRole("option").first().click();
      await look("");
      assertNone(found);
      await page.context().close();
    }
  });

  test("the widget's panel runs no payload", async () => {
    for (const at of LONG ? ["plain", "strict-csp"] : ["plain"]) {
      const { page, look, found } = await openWatchedPage(at === "strict-csp", false);
      await page.goto(`${stage.hosts.origin}/${at}`);
      const { launcher, panel } = widgetOf(page);
      await launcher.click();
      const search = panel.getByRole("searchbox", { name: "Search for help" });
      await search.waitFor();
      await panel
        .getByRole("button", { name: new RegExp(WORD) })
        .first()
        .waitFor();
      await look("");
      for (const query of lines(200, 2)) {
        await search.fill(query);
        await panel.getByText(/found/).first().waitFor();
        await look("");
      }
      for (const id of [articles[0]?.id, ...imported.slice(0, LONG ? 20 : 1)]) {
        await page.evaluate(
          (article) => (window as unknown as { SeedDesk: (...call: unknown[]) => void }).SeedDesk("showArticle", article),
          id,
        );
        await panel
          .getByRole("heading", { name: new RegExp(WORD) })
          .first()
          .waitFor();
        await look("");
        await panel.getByRole("button", { name: "Back" }).first().click();
      }
      assertNone(found);
      await page.context().close();
    }
  });

  test("PDF and DOCX files run no payload in the browser that reads them", async () => {
    const { page, look, found } = await openWatchedPage(false, true);
    await page.goto(screen(`help/sources/${sources.files}`));
    const some = XSS_PAYLOADS.filter((text, i) => (LONG || i % 10 === 0) && [...text].every((letter) => letter >= "\t"));
    for (const [name, buffer] of [
      [`${WORD}.pdf`, pdfOf(...some.map((text) => text.replaceAll(/[^\x20-\x7e]/g, " ")))],
      [`${WORD}.docx`, docxOf(`# ${some[0]}`, ...some)],
    ] as const) {
      await page.getByRole("button", { name: "Upload files" }).click();
      await page.getByLabel("Choose files").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
      await until(`the text of ${name}`, async () => (await page.getByLabel("Text", { exact: true }).inputValue()).includes("xss()"));
      await look("");
      await page.getByRole("button", { name: "Upload", exact: true }).click();
      await page.getByText(`${name} uploaded`).first().waitFor();
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").getByText("xss()").first().waitFor();
      await look("");
      await page.keyboard.press("Escape");
    }
    assertNone(found);
    // The check itself works: code that does run is noticed.
    await page.evaluate(() => (document.body.insertAdjacentHTML("beforeend", "<img src=data:, onerror=xss()>"), undefined));
    await until("the listener to hear what runs", () => found.some((one) => one.includes("it ran")));
    await look("");
    assert.ok(found.some((one) => one.includes("onerror")));
  });
});
