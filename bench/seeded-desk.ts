// A served build with conversations, and pages of its owner, for what measures the dashboard.
import type { Browser, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { serveBuild } from "../scripts/lib/serve.ts";
import { Operator, Visitor } from "../tests/support/desk.ts";

const SITE = "http://localhost:5999";
const NAMES = ["Amira Haddad", "Ben Okafor", "Chloé Martin", "Deniz Yılmaz", "Elena Petrova", "Farid Nasser", "Grace Lindqvist"];
const TEXTS = [
  "Hello, my parcel has been on its way for nine days now and the tracking page shows nothing. Could you look where it is?",
  "Can I change the delivery address of order 2214?",
  "The discount code from your newsletter is refused at the checkout, although it should be valid until Sunday.",
  "Thanks, that works!",
  "I was charged twice for the same invoice. Please refund one of the two payments.",
];

export interface Seeded {
  readonly name: string;
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
  readonly projectId: string;
  stop(): Promise<void>;
}

/** Serves a build with a project that has this many conversations, some of them with two messages. */
export async function seeded(build: string, conversations: number): Promise<Seeded> {
  const served = await serveBuild({ config: build, tick: false, vars: { TEST_SCRYPT_LOG_N: "4" } });
  const owner = new Operator(served.url);
  await owner.setup();
  const project = await owner.project("Northwind Pottery", SITE);
  for (let i = 0; i < conversations; i += 1) {
    const visitor = new Visitor(served.url, project.key, SITE, `203.0.113.${i}`);
    await visitor.start();
    await visitor.call("/api/widget/me", { method: "PATCH", body: { clientId: crypto.randomUUID(), name: NAMES[i % NAMES.length] } });
    const opened = await visitor.open(`${TEXTS[i % TEXTS.length]}`);
    if (opened.status >= 300) throw new Error(`conversation ${i}: ${opened.status} ${JSON.stringify(opened.body)}`);
    if (i % 4 === 0) await visitor.postMessage(opened.body.conversation.id, "It is order 2214, by the way.");
  }
  const [name = "", ...value] = owner.cookie.split("=");
  return {
    name: build,
    url: served.url,
    cookie: { name, value: value.join("="), url: served.url },
    projectId: project.id,
    stop: () => served.stop(),
  };
}

/** Runs `work` on a new page of a browser that has nothing in its cache. */
export async function onPage<T>(
  browser: Browser,
  desk: Seeded,
  shape: BrowserContextOptions,
  work: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", colorScheme: "light", ...shape });
  try {
    await context.addCookies([desk.cookie]);
    const page = await context.newPage();
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}
