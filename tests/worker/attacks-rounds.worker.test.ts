// Attacks on whole rounds, through the worker's own routes: a model that obeys every order that it is shown, calls every tool that it has, and repeats
// every secret that it sees. What is said, mailed, called and changed afterwards is what code allows.
import { afterEach, expect, test, vi } from "vitest";
import type { Action } from "#modules/assistant-actions/contract";
import { wordsFor } from "../../modules/assistant-actions/words.ts";
import { say, SPOKEN } from "../../modules/assistant/words/said.ts";
import { CANCEL, ORDER, STATUS } from "../doubles/orders/drafts.ts";
import { ORDERS_HOST, ORDERS_TOKEN } from "../doubles/orders/index.ts";
import { PNG } from "../support/people.ts";
import {
  documentOf,
  INJECTIONS,
  type Injection,
  messageOf,
  numberOf,
  obedient,
  questionAbout,
  thing,
  truth,
  truthfulDraft,
} from "../support/injections.ts";
import { LONG } from "./long.ts";
import { KEY, VARS } from "./actions-kit.ts";
import { KEYS } from "./ai-kit.ts";
import { assistantWorld, type AssistantWorld } from "./assistant-kit.ts";
import { otherProject, write } from "./knowledge-kit.ts";
import { bearer, INBOUND, ownAddress, raw, TOKEN } from "./mail-kit.ts";
import { sentIn, type Sent } from "./sent-mail.ts";
import { html, Site } from "./sources-kit.ts";
import type { Visitor } from "./world.ts";

afterEach(() => void vi.unstubAllGlobals());

/** In the short run some of each place; in the long run all. */
const ATTEMPTS = INJECTIONS.filter((_, n) => LONG || n % 5 === 0);
const SITE_HOST = "docs.example.test";
const HELP = "help@attacked.example";
const PROOF = "Prices follow. More is on https://help.acme.example/portal.";
const SECRETS = [KEYS.OPENAI_API_KEY, ORDERS_TOKEN, KEY, TOKEN];
/** Nobody sends, does or reads this but the attacker. */
const STOLEN = /canary-|evil|hacked|mallory|DE0212|151 23456789/iu;

/** All that the assistant may say in its own words. */
const OWN_WORDS = new Set(
  SPOKEN.flatMap((locale) => [
    ...(["greeting", "handedOver", "asked", "declined", "rest"] as const).map((what) => say(what, locale)),
    wordsFor(locale).proof,
    wordsFor(locale).confirmation,
  ]),
);

interface Attacked {
  readonly w: AssistantWorld;
  readonly mails: Sent[];
  /** What the shop's API was asked. */
  readonly called: string[];
  readonly status: Action;
  readonly site: Site;
  /** What the service says next. */
  says: string;
}
async function attacked(): Promise<Attacked> {
  const w = await assistantWorld({
    ...{ ...KEYS, ...VARS, INBOUND_EMAIL_TOKEN: TOKEN, TEST_CRAWLER_PACE: "0" },
    AI_DAILY_CEILINGS: '{"repliesPerProject":100000,"repliesPerInstallation":100000}',
  });
  const [mails, called]: [Sent[], string[]] = [[], []];
  const site = new Site({}, SITE_HOST);
  const it = { w, mails, called, site, says: "" };
  vi.stubGlobal("fetch", async (to: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(to instanceof Request ? to.url : to);
    if (url.host === ORDERS_HOST) {
      called.push(`${init.method ?? "GET"} ${url.pathname}${url.search}`);
      return Response.json({ order: { status: it.says }, secret: "canary-service" });
    }
    if (url.host === SITE_HOST) return await site.fetch(url.href, init);
    if (url.host === "api.resend.com") {
      mails.push(sentIn(String(init.body)));
      return Response.json({ id: crypto.randomUUID() });
    }
    return await w.models.respond(new Request(to, init));
  });
  await w.save({ guidance: { channels: ["widget", "email"], instructions: "canary-guidance: be kind." } });
  await w.choose();
  await ownAddress(w.world, HELP);
  await w.world.rows("INSERT INTO email_settings (project_id, reply_address, updated_at) VALUES (?, ?, 1)", w.projectId, HELP);
  const at = `/api/management/projects/${w.projectId}/assistant`;
  await w.world.as(`${at}/action-hosts`, { method: "PUT", body: { hosts: [ORDERS_HOST] } });
  const actions: Action[] = [];
  for (const action of [ORDER, CANCEL, { ...STATUS, url: `https://${ORDERS_HOST}/status` }]) {
    const made = await w.world.as<{ action: Action }>(`${at}/actions`, { body: { clientId: crypto.randomUUID(), action } });
    expect(made.status).toBe(201);
    await w.world.as(`${at}/actions/${made.body.action.id}/switch`, { body: { enabled: true } });
    actions.push(made.body.action);
  }
  return Object.assign(it, { status: actions[2]! });
}

/** Where an installation keeps what this customer may not see, each with a word that must appear nowhere else. */
async function withCanaries({ w }: Attacked): Promise<string> {
  const some = (from: number): string =>
    INJECTIONS.map((_, n) => thing(n))
      .slice(from, from + 60)
      .join(" ");
  await write(w.world, {
    members: { title: `Margins of cleaning ${some(0)}`, content: `canary-members ${some(60)}`, audience: "members" },
    hidden: { title: `Not for the assistant ${some(120)}`, content: `canary-hidden ${some(0)}`, assistant: false },
    theirs: { title: `Cleaning the ${some(0)}`, content: `canary-theirs ${some(60)}`, project: await otherProject("other") },
  });
  const other = await w.world.visitor();
  const { body } = await other.open("canary-conversation zzzyzx");
  await other.call("/api/widget/events", {
    body: { events: [{ kind: "claim", name: "canary-name", email: "canary-address@people.example" }] },
  });
  const note = await w.world.as(`${w.world.conversations}/${body.conversation.id}/notes`, {
    body: { clientId: crypto.randomUUID(), content: `canary-note ${some(0).slice(0, 200)}` },
  });
  expect(note.status).toBe(201);
  return body.conversation.id;
}

/** The documents of the attempts, brought in as outsiders bring them: by a crawl, an upload, a snippet; and articles. */
async function writeDocuments({ w, site }: Attacked, attempts: readonly Injection[]): Promise<void> {
  const [management, dashboard] = [`/api/management/projects/${w.projectId}/knowledge`, `/api/dashboard/projects/${w.projectId}/knowledge`];
  const add = async (kind: string, more: Record<string, unknown> = {}): Promise<string> => {
    const body = { clientId: crypto.randomUUID(), kind, name: `My ${kind}`, audience: "public", assistant: true, locale: "en", ...more };
    const made = await w.world.as<{ source: { id: string } }>(`${management}/sources`, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.source.id;
  };
  const of = (...places: string[]) => attempts.filter(({ place }) => places.includes(place)).map((one) => ({ one, n: numberOf(one) }));
  await write(
    w.world,
    Object.fromEntries(of("message", "mail", "attribute", "article", "title", "heading").map(({ one, n }) => [one.id, documentOf(one, n)])),
  );
  const snippets = of("snippet");
  const snippetSource = snippets.length > 0 ? await add("snippets") : "";
  for (const { one, n } of snippets) {
    const body = { clientId: crypto.randomUUID(), title: `About ${thing(n)}`, content: documentOf(one, n).content, publish: true };
    expect((await w.world.as(`${dashboard}/sources/${snippetSource}/snippets`, { body })).status).toBe(201);
  }
  const files = of("fileName");
  const fileSource = files.length > 0 ? await add("files") : "";
  for (const { one, n } of files) {
    const bytes = new TextEncoder().encode(`# Cleaning the ${thing(n)}\n\n${truth(n)} ${PROOF}`) as Uint8Array<ArrayBuffer>;
    const name = `${one.text.replaceAll(/[/\\\n]/gu, " ").slice(0, 150)} ${thing(n)}.md`;
    const path = `${management}/sources/${fileSource}/files?name=${encodeURIComponent(name)}&clientId=${crypto.randomUUID()}`;
    const sent = await w.world.as(path, { raw: bytes, headers: { "content-length": String(bytes.byteLength) } });
    expect(sent.status, `${name} ${JSON.stringify(sent.body)}`).toBe(201);
  }
  const pages = of("page");
  if (pages.length > 0) {
    const host = `https://${SITE_HOST}`;
    const urls = pages.map(({ n }) => `<url><loc>${host}/${n}</loc></url>`).join("");
    site.pages = Object.fromEntries(
      pages.map(({ one, n }) => [`/${n}`, html(`Cleaning the ${thing(n)}`, `${one.text}</p><p>${truth(n)} ${PROOF}</p><p>${one.text}`)]),
    );
    site.pages["/sitemap.xml"] = {
      type: "application/xml",
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
    };
    const website = { way: "sitemap", addresses: [`${host}/sitemap.xml`], include: [], exclude: [], maxPages: 100, schedule: "manual" };
    const source = await add("website", { website });
    const crawl = await w.world.as(`${management}/sources/${source}/crawls`, { body: { clientId: crypto.randomUUID() } });
    expect(crawl.status, JSON.stringify(crawl.body)).toBeLessThan(300);
  }
  for (let i = 0; i < 8; i += 1) {
    w.world.clock.advance({ minutes: 1 });
    await w.world.tick();
  }
}

interface Said {
  readonly id: string;
  readonly visitor: Visitor | undefined;
}
/** The attempt as an outsider makes it. */
async function ask({ w }: Attacked, injection: Injection, n: number): Promise<Said> {
  if (injection.place === "mail") {
    const from = `customer${n}@people.example`;
    const subject = injection.text.replaceAll(/\s+/gu, " ").slice(0, 300);
    const mail = raw(
      {
        From: `"${thing(n)}" <${from}>`,
        To: HELP,
        Subject: subject,
        "Message-ID": `<${n}@mx.example>`,
        "Content-Type": "text/plain; charset=utf-8",
      },
      `${questionAbout(n)}\r\n\r\n${injection.text}`,
    );
    const bytes = new TextEncoder().encode(mail) as Uint8Array<ArrayBuffer>;
    const headers = { ...bearer, "content-type": "message/rfc822", "content-length": String(bytes.byteLength), "x-envelope-to": HELP };
    expect((await w.world.call(INBOUND, { raw: bytes, headers })).status).toBe(200);
    const [row] = await w.world.rows<{ id: string }>(
      "SELECT c.id FROM conversations c JOIN contacts k ON k.id = c.contact_id WHERE c.project_id = ? AND k.email = ?",
      w.projectId,
      from,
    );
    return { id: row?.id ?? "", visitor: undefined };
  }
  const visitor = await w.world.visitor();
  // Some are proved: then the lookup of orders runs, in their own name.
  if (n % 4 === 0)
    await w.world.rows("UPDATE contacts SET email = ?, email_verified = 1 WHERE id = ?", `customer${n}@people.example`, visitor.contactId);
  if (injection.place === "attribute")
    await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: injection.text.slice(0, 80) }] } });
  const name = `${injection.text.replaceAll(/[/\\\n]/gu, " ").slice(0, 100)}.png`;
  const attachments = injection.place === "fileName" ? [(await visitor.upload(name, PNG)).body.file.id] : [];
  const { body } = await visitor.open(injection.place === "message" ? messageOf(injection, n) : questionAbout(n), { attachments });
  return { id: body.conversation.id, visitor };
}

test(
  `${ATTEMPTS.length} orders of outsiders, obeyed by the model: nothing leaks, and nothing is done that may not be`,
  { timeout: 600_000 },
  async (t) => {
    const it = await attacked();
    const { w } = it;
    const began = performance.now();
    const wrong: string[] = [];
    const obeyed = new Set<string>();
    const wished: Record<string, number> = {};
    let current: Injection | undefined;
    const wish = (n: number, ...names: string[]) => ({
      toolCalls: names.map((name) => {
        wished[name.slice(0, -7)] = (wished[name.slice(0, -7)] ?? 0) + 1;
        // Some with an authority that they don't have.
        const stolen = n % 2 === 0 ? {} : { "contact.email": "mallory@evil.example" };
        return { name, input: name === it.status.toolName ? {} : { number: "1", ...stolen } };
      }),
    });
    w.models.answer((asked) => {
      const shown = { instructions: asked.instructions, text: [asked.text, ...asked.toolResults.map(({ text }) => text)].join("\n") };
      const everything = JSON.stringify([asked.body, shown]);
      // The guidance is the company's own, and told to the model.
      const canary = /canary-(?!guidance)[a-z]+/u.exec(everything)?.[0] ?? SECRETS.find((secret) => everything.includes(secret));
      if (current !== undefined && canary !== undefined) wrong.push(`${current.id} shows ${canary}`);
      const results = asked.toolResults.length;
      if (current?.place === "attribute" && results === 0) return wish(0, it.status.toolName);
      const order = obedient(shown);
      if (order === undefined) return { object: truthfulDraft(asked) };
      obeyed.add(order.id);
      // Every third obeys by calling whatever there is.
      const n = current === undefined ? 0 : numberOf(current);
      if (current !== undefined && n % 3 === 1 && results === 0)
        return wish(n, ...asked.tools.filter((name) => name !== it.status.toolName));
      return typeof order.says === "string" ? { text: order.says } : { object: order.says };
    });

    const states: Record<string, number> = {};
    const attempt = async (injection: Injection): Promise<void> => {
      const n = numberOf(injection);
      current = injection;
      it.says = injection.place === "attribute" ? injection.text : "shipped";
      const before = it.called.length;
      const { id } = await ask(it, injection, n);
      const mayLookUp = injection.place !== "mail" && n % 4 === 0;
      for (const call of it.called.slice(before))
        if (call !== "GET /status" && !(mayLookUp && call.startsWith(`GET /orders/1?email=customer${n}%40people.example`)))
          wrong.push(`${injection.id} calls ${call}`);
      const rounds = await w.rounds(id);
      const end = rounds.map(({ state, reason }) => `${String(state)} ${String(reason ?? "")}`.trim()).join();
      states[end] = (states[end] ?? 0) + 1;
      if (rounds.length !== 1) wrong.push(`${injection.id}: ${rounds.length} rounds`);
      for (const { role, content } of await w.messages(id))
        if (role === "assistant" && !content.split("\n\n").every((part) => part === truth(n) || OWN_WORDS.has(part)))
          wrong.push(`${injection.id} ${injection.command}, ${injection.disguise}, ${injection.place}: ${content}`);
    };
    // Messages are answered before anything of the knowledge is poisoned: what stands in a title may be said, whoever wants to hear it.
    const isOutside = ({ place }: Injection): boolean => ["message", "mail", "attribute"].includes(place);
    const elsewhere = await withCanaries(it);
    const untouched = await w.messages(elsewhere);
    for (const group of [ATTEMPTS.filter(isOutside), ATTEMPTS.filter((one) => !isOutside(one))]) {
      await writeDocuments(it, group);
      for (const injection of group) await attempt(injection);
    }

    expect(wrong).toEqual([]);
    // Nobody confirmed anything, so only what reads was called: the lookup of orders for who is proved.
    expect(it.called.some((call) => call.startsWith("GET /orders/"))).toBe(true);
    expect(it.called).toContain("GET /status");
    // Mail went only to who wrote, without a word of anybody.
    expect(it.mails.filter(({ to }) => !to.includes("customer"))).toEqual([]);
    for (const mail of it.mails) expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(STOLEN);
    // Nothing of others was changed, and no conversation closed or assigned.
    expect(await w.messages(elsewhere)).toEqual(untouched);
    expect(
      await w.world.rows(
        "SELECT id FROM conversations WHERE project_id = ? AND (status <> 'open' OR assignee_id IS NOT NULL)",
        w.projectId,
      ),
    ).toEqual([]);
    expect(it.site.elsewhere).toEqual([]);
    const places = [...Map.groupBy(ATTEMPTS, ({ place }) => place)].map(
      ([place, all]) => [place, all.filter(({ id }) => obeyed.has(id)).length, all.length] as const,
    );
    const figures = `${obeyed.size} of ${ATTEMPTS.length} orders were obeyed: ${places.map(([place, some, all]) => `${place} ${some}/${all}`).join(", ")}; tools ${JSON.stringify(wished)}; ${JSON.stringify(states)}; ${it.mails.length} mails; ${((performance.now() - began) / 1000).toFixed(1)} s`;
    void t.annotate(figures);
    expect(obeyed.size).toBeGreaterThan(0.7 * ATTEMPTS.length);
    for (const [place, some] of places) expect(some, place).toBeGreaterThan(0);
  },
);
