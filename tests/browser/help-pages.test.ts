// The public help pages in a real browser: fast, stable, and accessible; they run nothing that authors or readers wrote, and work without
// scripts.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { startFloor } from "../../bench/floor/start.ts";
import { median } from "../../bench/load.ts";
import type { HelpSettings } from "#modules/help-center/contract";
import { inRoot } from "../../scripts/lib/paths.ts";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { reportFigure } from "./figure.ts";
import { sideways, violations } from "./axe.ts";
import { DESKTOP, freePort, collectErrors, nextSocketLive, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

/** Byte budgets of a page as a browser receives it: for any page, and for one of ordinary length. */
const MAX_BYTES = 12_000;
const USUAL_BYTES = 5_400;
const LONG = process.env["LONG"] !== undefined;
const SHOTS = process.env["SHOTS"];
const SETUP = "a setup token of more than 32 characters";
let stage: Stage;
let double: MailDouble;
let project: Awaited<ReturnType<typeof withProject>>;
let site = "";

async function publish(title: string, content: string, collectionId: string | null = null): Promise<string> {
  const { owner, id } = project;
  const made = await owner.post<{ article: { id: string }; text: { revision: number } }>(`/api/dashboard/projects/${id}/help/articles`, {
    clientId: randomUUID(),
    locale: "en",
    title,
    content,
    collectionId,
  });
  const done = await owner.post<{ text: { liveSlug: string } }>(
    `/api/management/projects/${id}/help/articles/${made.body.article.id}/texts/en/publish`,
    { revision: made.body.text.revision },
  );
  assert.equal(done.status, 200, JSON.stringify(done.body));
  return `${site}en/articles/${done.body.text.liveSlug}`;
}
/** Waits until readers can open the page. */
const readable = (address: string): Promise<string> =>
  until(address, async () => {
    const response = await fetch(address);
    const text = await response.text();
    return response.ok ? text : false;
  });

const TEXT = `Owners can export every conversation, with [its messages](#start).

## Start

1. Open \`Settings\` and choose **Export**.
2. Pick a range.

> [!NOTE]
> Large exports take a while.

## Columns

| Column | Says |
|---|---|
| role | who wrote it |

\`\`\`sh
curl -H "Authorization: Bearer <token>" https://desk.example/api/management/projects/prj_01/export?from=2026-01-01
\`\`\`

## Who can do this

Admins.`;
const VIDEO = `## Watch it

https://www.youtube.com/watch?v=abc123XYZ_-

- [x] Ask an owner
- [ ] Look at the range`;
let article = "";
let long = "";
let video = "";
/** What requests cost, from the worker's log. */
const costs: { readonly route: string; readonly roundTrips: number; readonly rowsRead: number }[] = [];

test.beforeAll(async () => {
  const [mails, port] = await Promise.all([startResend(), freePort()]);
  double = mails;
  stage = await openStage({
    port,
    vars: {
      ...{ APP_ORIGIN: `http://127.0.0.1:${port}`, SVC_SETUP_TOKEN: SETUP },
      // Logging would slow down what the long run times.
      ...(LONG ? {} : { LOG_REQUESTS: "1" }),
      ...{ TEST_EMAIL_BASE_URL: double.url, EMAIL_PROVIDER: "resend", EMAIL_API_KEY: RESEND_KEY, EMAIL_FROM: "desk@acme.example" },
    },
    onLog: (line) => {
      if (line.includes('"readHelpPage"')) costs.push(JSON.parse(line.slice(line.indexOf("{"))) as (typeof costs)[number]);
    },
  });
  project = await withProject(stage, undefined, SETUP);
  const { owner, id } = project;
  const mail = `/api/management/projects/${id}/email`;
  const answers = await owner.call(mail, {
    method: "PUT",
    body: { sender: null, senderName: null, replyAddress: "help@acme.example", signature: "" },
  });
  assert.equal(answers.status, 200, JSON.stringify(answers.body));
  // The contact form needs a reply address of the project.
  const approved = await owner.call("/api/installation/mail-domains", { body: { domain: "acme.example", projectId: id } });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const at = `/api/dashboard/projects/${id}/help/settings`;
  const { body: now } = await owner.call<HelpSettings>(at);
  const saved = await owner.call<HelpSettings>(at.replace("dashboard", "management"), {
    method: "PUT",
    body: {
      revision: now.revision,
      open: true,
      title: "Northwind Help",
      description: "Guides and answers.",
      defaultLocale: "en",
      locales: ["en", "ar"],
      links: [{ label: "Imprint", url: "https://northwind.example/imprint" }],
      contact: null,
    },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  site = `${stage.served.url}${new URL(saved.body.address).pathname}/`;
  const { body } = await owner.post<{ collection: { id: string } }>(`/api/management/projects/${id}/help/collections`, {
    clientId: randomUUID(),
    locale: "en",
    name: "Conversations",
    description: "Reply and export.",
  });
  article = await publish("Export conversations as CSV or JSON", TEXT, body.collection.id);
  await publish("Snooze and close", "Until later.", body.collection.id);
  video = await publish("See how it is done", VIDEO, body.collection.id);
  // As long as real articles, some 3,000 words that other people wrote.
  long = await publish(
    "The whole handbook",
    readFileSync(inRoot("tests/knowledge/words/corpus/faq-articles.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes('"id": "python-'))
      .slice(0, 24)
      .map((line, n) => `## Chapter ${n + 1}\n\n${(JSON.parse(line) as { content: string }).content}`)
      .join("\n\n")
      .slice(0, 18_000),
    body.collection.id,
  );
  await readable(article);
  await readable(video);
  await readable(long);
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

test("every kind of page is accessible in light and dark, on a phone, and in both writing directions", async () => {
  await readable(`${site}en/collections/conversations`);
  // The short run opens the five that differ most. Each address comes with words that its page has to show.
  const some: [address: string, shows: string][] = [
    [site, "Search"],
    [article, "Export conversations as CSV or JSON"],
    [video.replace("/en/", "/ar/"), "See how it is done"],
    [`${site}en/search?q=xyzzy`, "xyzzy"],
    [`${site}en/search?q=export+spaceship+blueprints+to+Jupiter`, "Maybe one of these helps:"],
  ];
  const others: typeof some = [
    [long, "The whole handbook"],
    [`${stage.served.url}/help/nobody/en/`, "No help center here"],
    [`${site}en/collections/conversations`, "Reply and export."],
    [`${site}en/search?q=export`, "Export conversations as CSV or JSON"],
    [`${site}en/articles/nothing`, "Page not found"],
  ];
  const addresses = LONG ? [...some, ...others] : some;
  const found: string[] = [];
  for (const shape of [DESKTOP, PHONE]) {
    const page = await (await stage.context(shape)).newPage();
    for (const [address, shows] of addresses) {
      await page.goto(address);
      for (const fold of await page.locator(".fold summary:visible").all()) await fold.click();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violations(page, shows)).map((each) => `${address} ${colorScheme}: ${each}`));
      }
      found.push(...(await sideways(page)).map((each) => `${address}: ${each}`));
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
});

interface PaintMetrics {
  readonly shift: number;
  readonly paint: number;
}
/** How much the page shifted, and when its largest element was painted. */
const paintMetrics = (page: Page): Promise<PaintMetrics> =>
  page.evaluate(
    () =>
      new Promise<PaintMetrics>((done) => {
        let [shift, paint] = [0, 0];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) paint = entry.startTime;
        }).observe({ type: "largest-contentful-paint", buffered: true });
        setTimeout(() => done({ shift, paint }), 500);
      }),
  );

test("a long article stays within its size budget", async () => {
  const bytes = brotliCompressSync(Buffer.from(await readable(long))).length;
  reportFigure(`${bytes} bytes`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});

test("no page reads the database", async () => {
  test.skip(LONG, "only without LONG");
  const before = costs.length;
  const pages = [site + "en/", article, long, article.replace("/en/", "/ar/"), `${site}en/collections/conversations`, `${article}.md`];
  for (const address of [...pages, `${site}sitemap.xml`, `${site}llms.txt`, `${site}en/articles/nothing`]) await fetch(address);
  await until("all to be logged", () => costs.length >= before + 9);
  assert.deepEqual(
    costs.slice(before).filter(({ roundTrips, rowsRead }) => roundTrips + rowsRead > 0),
    [],
  );
});

test("pages do not shift on a phone or from right to left", async () => {
  for (const [shape, address] of [
    [PHONE, article],
    [DESKTOP, article.replace("/en/", "/ar/")],
    [PHONE, long],
  ] as const) {
    const page = await (await stage.context(shape)).newPage();
    await page.goto(address);
    const { shift, paint } = await paintMetrics(page);
    reportFigure(`${new URL(address).pathname}, ${shape.viewport.width} px: largest paint after ${Math.round(paint)} ms`);
    assert.equal(shift, 0, address);
    await page.context().close();
  }
});

test("an article is small, loads nothing else, does not shift, and logs no errors", async () => {
  const page = await (await stage.context(DESKTOP)).newPage();
  const complaints = await collectErrors(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(article);
  const { shift, paint } = await paintMetrics(page);
  reportFigure(`largest paint after ${Math.round(paint)} ms`);
  assert.equal(shift, 0);
  assert.ok(paint > 0);
  assert.deepEqual(
    asked.filter((url) => !url.endsWith("/favicon.ico")),
    [article],
  );
  assert.deepEqual(complaints.policy, []);
  const bytes = brotliCompressSync(Buffer.from(await readable(article))).length;
  reportFigure(`${bytes} bytes`);
  assert.ok(bytes <= USUAL_BYTES, `${bytes} bytes`);
  // With scripts, code blocks get a copy button and results appear while typing.
  assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 1);
  await page.getByRole("searchbox", { name: "Search articles" }).fill("snooze");
  await page.getByRole("link", { name: "Snooze and close" }).last().waitFor();
  await until("a result below the field", () => page.locator(".hits a").count());
  assert.deepEqual(complaints.policy, []);
  await page.context().close();
});

test("a click plays a video in place, and its host is not contacted before", async () => {
  const page = await (await stage.context(DESKTOP)).newPage();
  const complaints = await collectErrors(page);
  const asked: { url: string; referer: string | undefined }[] = [];
  await page.context().route(/^https:/, async (route) => {
    asked.push({ url: route.request().url(), referer: route.request().headers()["referer"] });
    return await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>player</title><button>Play</button>" });
  });
  await page.goto(video);
  const link = page.getByRole("link", { name: "Watch on YouTube" });
  const place = await link.boundingBox();
  assert.equal(asked.length, 0);
  // With a modifier key it stays an ordinary link, which the browser opens in another window. That window is not part of this test.
  await page.evaluate(() =>
    addEventListener(
      "click",
      (event) => {
        document.body.dataset["leftToBrowser"] = String(!event.defaultPrevented);
        event.preventDefault();
      },
      { once: true },
    ),
  );
  await link.click({ modifiers: ["ControlOrMeta"] });
  assert.equal(await page.evaluate(() => document.body.dataset["leftToBrowser"]), "true");
  assert.equal(await link.getAttribute("href"), "https://www.youtube.com/watch?v=abc123XYZ_-");
  assert.equal(await page.locator("iframe").count(), 0);
  await link.focus();
  await page.keyboard.press("Enter");
  const frame = page.locator("iframe");
  await frame.contentFrame().getByRole("button", { name: "Play" }).waitFor();
  assert.deepEqual(asked, [{ url: "https://www.youtube-nocookie.com/embed/abc123XYZ_-?autoplay=1", referer: `${stage.served.url}/` }]);
  assert.equal(await frame.getAttribute("title"), "YouTube: See how it is done");
  assert.deepEqual(await frame.boundingBox(), place);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
  assert.deepEqual([...complaints.console, ...complaints.policy], []);
  // The policy allows this one player only; a frame of another host does not load.
  await page.evaluate(() => {
    const other = document.createElement("iframe");
    other.src = "https://player.vimeo.com/video/1";
    document.body.append(other);
  });
  await until("the refusal", () => complaints.policy[0]?.startsWith("frame-src https://player.vimeo.com"));
  assert.equal(asked.length, 1);
  await page.context().close();
});

test("search, its results, and links to headings work by keyboard alone", async () => {
  const page = await (await stage.context(DESKTOP)).newPage();
  await page.goto(article);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to content");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("snooze");
  await page.getByRole("status").filter({ hasText: "1 article found" }).waitFor();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Snooze and close");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hits a").count(), 0);
  const heading = page.getByRole("heading", { name: "Who can do this", exact: true });
  await heading.getByRole("link").focus();
  await page.keyboard.press("Enter");
  assert.ok(page.url().endsWith("#who-can-do-this"));
  await until("the mark in the list", () => page.locator('.toc a[aria-current="true"]', { hasText: "Who can do this" }).count());
  await page.context().close();
});

test("an article's first byte arrives within 1.5 times the time of a plain bucket read", async () => {
  test.skip(!LONG, "only with LONG=1");
  const floor = await startFloor();
  const text = await readable(article);
  await fetch(`${floor.url}/object`, { method: "PUT", body: text });
  const timeToFirstByte = async (url: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(url);
    const ms = performance.now() - began;
    await response.arrayBuffer();
    return ms;
  };
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < 600; n += 1) {
    const [page, plain] = [await timeToFirstByte(article), await timeToFirstByte(`${floor.url}/object`)];
    if (n < 100) continue;
    times[0].push(page);
    times[1].push(plain);
  }
  const [page, plain] = [median(times[0]), median(times[1])];
  reportFigure(`article ${page.toFixed(2)} ms, plain read ${plain.toFixed(2)} ms: ${(page / plain).toFixed(2)} x`);
  /** Requests per second over 16 connections, in turns, as the median of five rounds. */
  const requestsPerSecond = async (url: string): Promise<number> => {
    const end = performance.now() + 1000;
    let done = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (; performance.now() < end; done += 1) await (await fetch(url)).arrayBuffer();
      }),
    );
    return done;
  };
  const rates: [number[], number[]] = [[], []];
  for (let n = 0; n < 5; n += 1) {
    rates[0].push(await requestsPerSecond(article));
    rates[1].push(await requestsPerSecond(`${floor.url}/object`));
  }
  const [ours, floors] = [median(rates[0]), median(rates[1])];
  reportFigure(`${ours} requests a second beside ${floors}: ${(ours / floors).toFixed(2)} x`);
  await floor.stop();
  assert.ok(page <= 1.5 * plain, `${page.toFixed(2)} ms beside ${plain.toFixed(2)} ms`);
});

test("search, feedback, and comments work without scripts", async () => {
  const page = await (await stage.context({ ...PHONE, javaScriptEnabled: false })).newPage();
  await page.goto(site);
  await page.getByRole("searchbox").fill("export");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Export conversations as CSV or JSON" }).click();
  await page.getByRole("button", { name: "No" }).click();
  await page.getByLabel("What was missing or wrong?").fill("The columns.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thanks. We read every comment." }).waitFor();
  await page.getByRole("link", { name: "Contact us" }).last().click();
  await page.getByLabel("Your email, so").fill("reader@nothing");
  await page.getByLabel("Your message").fill("Kept.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Enter an address such as").waitFor();
  assert.equal(await page.getByLabel("Your message").inputValue(), "Kept.");
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "Back to the article" }).click();
  await page.getByRole("heading", { name: "Export conversations as CSV or JSON", level: 1 }).waitFor();
  await page.context().close();
});

/** Takes screenshots and checks accessibility: light, dark, and on a phone. */
async function checkPage(page: Page, name: string, shows: string): Promise<void> {
  assert.deepEqual(await violations(page, shows), [], name);
  if (SHOTS === undefined) return;
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page, shows), [], `${name} dark`);
  await page.screenshot({ path: `${SHOTS}/${name}-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE.viewport);
  assert.deepEqual(await sideways(page), [], `${name} phone`);
  await page.screenshot({ path: `${SHOTS}/${name}-phone.png`, fullPage: true });
  await page.setViewportSize(DESKTOP.viewport);
}

test("a reader answers no, writes a message, confirms it by mail, and gets a reply by mail", async () => {
  const { id, owner } = project;
  const desk = await (await stage.context(DESKTOP, owner)).newPage();
  const listens = nextSocketLive(desk);
  await desk.goto(`${stage.served.url}/conversations`);
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const complaints = await collectErrors(page);
  await page.goto(article);
  await page.getByRole("button", { name: "No" }).click();
  await page.getByLabel("Your email, so").waitFor();
  await checkPage(page, "letter-no", "Your email, so");
  await page.getByRole("main").getByRole("link", { name: "Contact us" }).click();
  await page.getByRole("heading", { name: "Contact us" }).waitFor();
  await checkPage(page, "letter-form", "Contact us");
  // The form's texts are in the reader's language, whatever the browser's.
  await page.getByLabel("Your message").fill("Which columns hold the tags?");
  await page.getByLabel("Your email, so").fill("reader@example");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Enter an address such as").waitFor();
  assert.equal(await page.getByLabel("Your message").inputValue(), "Which columns hold the tags?");
  await checkPage(page, "letter-wrong", "Enter an address such as");
  if (SHOTS !== undefined) {
    const rtl = await context.newPage();
    await rtl.goto(`${site}ar/contact`);
    await checkPage(rtl, "letter-rtl", await rtl.locator("h1").innerText());
    await rtl.close();
  }
  await page.getByLabel("Your email, so").fill("reader@customer.example");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "One more step: check your email" }).waitFor();
  await checkPage(page, "letter-check", "One more step: check your email");
  await listens;
  const link = await until("the mail with the link", () => /http\S+\/contact\/\S+/.exec(double.mails[0]?.text ?? "")?.[0] ?? false);
  assert.doesNotMatch(JSON.stringify(double.mails[0]), /columns|tags/);
  await page.goto(link);
  await checkPage(page, "letter-confirm", "Send");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Your message was sent" }).waitFor();
  await checkPage(page, "letter-sent", "Your message was sent");
  await page.goto(link);
  await page.getByRole("heading", { name: "Your message was already sent" }).waitFor();
  // The team sees the message at once, with the page it came from, and replies.
  await desk.getByText("Which columns hold the tags?").first().click();
  await desk.getByText("Sent from the help center’s contact form; the address was verified by a link.").waitFor();
  await desk.getByRole("link", { name: "Export conversations as CSV or JSON" }).waitFor();
  if (SHOTS !== undefined) await desk.screenshot({ path: `${SHOTS}/letter-desk.png` });
  const { body } = await owner.call<{ items: { id: string; revision: number }[] }>(`/api/dashboard/projects/${id}/conversations`);
  const [conversation] = body.items;
  const answered = await owner.post(`/api/dashboard/projects/${id}/conversations/${conversation?.id ?? ""}/messages`, {
    clientId: randomUUID(),
    frontier: conversation?.revision ?? 0,
    content: "The fifth one.",
  });
  assert.equal(answered.status, 201, JSON.stringify(answered.body));
  await until("the answer", () => double.mails.length === 2);
  assert.match(double.mails[1]?.text ?? "", /The fifth one\./);
  assert.deepEqual([await context.cookies(), complaints.policy], [[], []]);
});
