// Opens every screen in every story, light on a desktop and dark on a phone: no violation of WCAG 2.2 AA, and no sideways scrolling. A
// screen without stories fails. Then the worker's own pages, and the widget. A screen's first story and its long texts are opened in both
// widths, the others in one. A whole `npm test` opens the long texts in one width and a ninth of the others, which turns with the commit; the
// long run opens every story in both widths and both themes.
import { test, type Locator } from "@playwright/test";
import assert from "node:assert/strict";
import type { ScreenState } from "../../dashboard/screen.ts";
import { sideways, violations } from "./axe.ts";
import { settled, type StatePage, statePage } from "./open-state.ts";
import { problemsOfWords, record, RECORDING } from "./state-words.ts";
import { readScreens } from "./screens.ts";
import { TURN } from "../support/sampling.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

// Controls that a phone has no room for.
const NOT_ON_PHONES = [
  "frame/project menu",
  // Their step uses the header's control, which is in the details there.
  ...["taken over", "a ceiling is reached", "no model is set up", "something new came first", "closed meanwhile", "given offline"].map(
    (name) => `assistant/${name}`,
  ),
  "monitoring/monitoring menu",
  // On phones the menu of assigning is part of another.
  "inbox/handover",
  "availability/marks of the assign menu",
  // Phones have it in the settings.
  "availability/menu of one’s name",
];
const screens = await readScreens();
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
type Width = "desk" | "phone";
const SHAPES = { desk: DESKTOP, phone: PHONE } as const;
/** Each of Playwright's two workers opens both: a page spends a third of its time waiting for its server and for frames. */
const pages: Record<Width, StatePage[]> = { desk: [], phone: [] };

test.beforeAll(async () => {
  if (RECORDING && test.info().config.workers > 1)
    throw new Error("Two workers would overwrite each other’s words: record with --workers=1.");
  stage = await openStage();
  project = await withProject(stage);
  for (const width of ["desk", "phone"] as const) {
    pages[width].push(await statePage(await stage.context(SHAPES[width], project.owner), stage.served.url));
  }
});
test.afterAll(async () => {
  for (const page of [...pages.desk, ...pages.phone]) await page.stop();
  await stage.stop();
});

const WHOLE = process.env["LONG"] !== undefined;

/**
 * Hashes of what was examined around the content, per theme and width: most stories share the frame. The long run examines it each time.
 */
const examined: Record<string, Set<number>> = {};

/** Checks the current page in the theme of this width. */
async function checkPage(page: StatePage["page"], name: string, narrow: boolean, shows?: string): Promise<string[]> {
  const found = narrow ? (await sideways(page)).map((each) => `${name}: ${each}`) : [];
  for (const theme of WHOLE ? (["light", "dark"] as const) : narrow ? (["dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme: theme });
    await settled(page);
    found.push(
      ...(await violations(page, shows, WHOLE ? undefined : (examined[`${narrow}/${theme}`] ??= new Set()))).map(
        (each) => `${name}/${theme}: ${each}`,
      ),
    );
  }
  return found;
}

/** What a whole `npm test` opens turns with the commit; undefined: all stories. */
const SAMPLE = process.env["SEED_DESK_STORIES_SHOWN"] === "some" ? TURN : undefined;
/** Of the stories that are opened in one width, a whole `npm test` opens this share. */
const ONE_OF = 9;
/** A screen's first story is opened in both widths, and its long texts too, in a whole `npm test` in one of them. */
function isOpened(screen: string, state: ScreenState, i: number, width: Width): boolean {
  if (WHOLE || i === 0) return true;
  const isLongText = /long text/.test(state.name);
  if (SAMPLE === undefined) return isLongText || (i % 2 === 0) === (width === "desk");
  if (isLongText) return (i + SAMPLE) % 2 === (width === "desk" ? 0 : 1);
  // By pairs, so that both widths have their share, and each screen begins at another one, because most have fewer than eighteen stories.
  const place = Math.floor(i / 2) + screens.findIndex(({ name }) => name === screen);
  return place % ONE_OF === SAMPLE % ONE_OF && (i % 2 === 0) === (width === "desk");
}

/** Opens the stories of this width one after the other and answers the problems. */
async function openStates(width: Width, screen: string, states: readonly ScreenState[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = states.filter((state, i) => {
    if (width === "phone" && NOT_ON_PHONES.includes(`${screen}/${state.name}`)) return false;
    return isOpened(screen, state, i, width);
  });
  const onPage = async (on: StatePage): Promise<void> => {
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
      const name = `${screen}/${state.name}/${width}`;
      try {
        const unanswered = await on.show(state);
        found.push(...unanswered.map((route) => `${name}: no answer declared for ${route}`));
        const problems = await problemsOfWords(on.page, screen, state.name);
        found.push(...problems.map((problem) => `${name}: ${problem}`));
        if (!RECORDING && problems.length === 0) found.push(...(await checkPage(on.page, name, width === "phone")));
      } catch (error) {
        found.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
      }
    }
  };
  await Promise.all(pages[width].map(onPage));
  return found;
}

for (const { name, states } of screens) {
  test(`${name}: ${states.length} stories are accessible and show their words`, async () => {
    assert.ok(states.length > 0, `the screen ${name} declares no states`);
    if (!WHOLE) test.setTimeout(60_000 + states.length * 5000);
    const found = (await Promise.all([openStates("desk", name, states), openStates("phone", name, states)])).flat();
    if (RECORDING) record(name);
    assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
  });
}

test("the worker's own pages are accessible", async () => {
  const invitation = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  const found: string[] = [];
  const invite = new URL(invitation.body.link).pathname;
  for (const [width, shape] of [
    ["desk", DESKTOP],
    ["phone", PHONE],
  ] as const) {
    const context = await stage.context(shape);
    const page = await context.newPage();
    for (const [path, shows] of [
      ["/", "Help and support"],
      ["/setup", "Setup is closed"],
      ["/login", "Sign in"],
      [invite, "Join "],
      ["/invite/none", "Page not found"],
      ["/nowhere", "Page not found"],
    ] as const) {
      await page.goto(stage.served.url + path);
      found.push(...(await checkPage(page, `${path}/${width}`, width === "phone", shows)));
    }
    // A refused form comes back with its errors.
    await page.goto(`${stage.served.url}/login`);
    await page.getByLabel("Email").fill("nobody@example.test");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    found.push(...(await checkPage(page, `login refused/${width}`, width === "phone", "password")));
    await context.close();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("the setup form of a new installation is accessible", async () => {
  const fresh = await openStage();
  const found: string[] = [];
  try {
    for (const [width, shape] of [
      ["desk", DESKTOP],
      ["phone", PHONE],
    ] as const) {
      const page = await (await fresh.context(shape)).newPage();
      await page.goto(`${fresh.served.url}/setup`);
      found.push(...(await checkPage(page, `/setup/${width}`, width === "phone", "Set up your support desk")));
      await page.getByLabel("Your name").fill("O");
      await page.getByLabel("Email").fill("owner@example.test");
      await page.getByLabel("Password").fill("short");
      await page.evaluate(() => document.querySelector("form")?.setAttribute("novalidate", ""));
      await page.getByRole("button").click();
      await page.getByRole("alert").waitFor();
      found.push(...(await checkPage(page, `setup refused/${width}`, width === "phone", "12 characters")));
    }
  } finally {
    await fresh.stop();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("the widget is accessible when closed, welcoming, in a conversation, in its list, refused, and ended", async () => {
  const found: string[] = [];
  for (const [width, shape] of [
    ["desk", DESKTOP],
    ["phone", PHONE],
  ] as const) {
    const context = await stage.context(shape);
    const page = await context.newPage();
    await page.goto(`${stage.hosts.origin}/plain`);
    const widget = widgetOf(page);
    await widget.launcher.waitFor();
    const checkState = async (state: string, shows: string): Promise<void> => {
      found.push(...(await checkPage(page, `widget ${state}/${width}`, width === "phone", shows)));
    };
    await checkState("closed", "Northwind Pottery");
    await widget.open();
    await checkState("welcome", "Hi! How can we help?");
    await widget.write("Hello, **is** the blue bowl in stock? https://example.com");
    await widget.panel.getByText("is the blue bowl").waitFor();
    await widget.panel.getByText("Sending…").waitFor({ state: "detached" });
    await checkState("conversation", "is the blue bowl in stock?");
    await widget.panel.getByRole("button", { name: "All conversations" }).click();
    await checkState("list", "is the blue bowl in stock?");
    await widget.panel.getByRole("button", { name: "New conversation" }).click();
    await page.route("**/api/widget/conversations", (route) => route.abort("connectionfailed"));
    await widget.write("And the green one?");
    await widget.panel.getByText("Not sent").waitFor();
    await checkState("not sent", "Not sent");
    await page.unroute("**/api/widget/conversations");
    const ended = { error: "The team has ended this chat.", code: "unauthenticated", final: true };
    const headers = { "access-control-allow-origin": stage.hosts.origin };
    await page.route("**/api/widget/conversations", (route) => route.fulfill({ status: 401, json: ended, headers }));
    await page.reload();
    // This state has no field to wait for.
    await widget.launcher.click();
    await widget.panel.getByRole("status").getByText(ended.error).waitFor();
    await widget.panel.getByText("Not sent").waitFor();
    await checkState("ended by the team, with something not sent", ended.error);
    await context.close();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("with forced colours, filled areas get a border and the focus is visible", async () => {
  /** Border, outline, and whether the background differs from the page's, of each element found. */
  const edgesOf = (found: Locator) =>
    found.evaluate((it) => {
      const { borderTopWidth, outlineStyle, backgroundColor } = getComputedStyle(it);
      return { edge: parseFloat(borderTopWidth) >= 1, ring: outlineStyle !== "none", filled: !/255, 255, 255/.test(backgroundColor) };
    });
  const [{ page, show }] = pages.desk as [StatePage];
  await page.emulateMedia({ forcedColors: "active" });
  await show(screens.find(({ name }) => name === "inbox")?.states.find(({ name }) => name === "thread") as ScreenState);
  assert.ok((await edgesOf(page.locator("[data-thread] [role=log] li .rounded-lg").first())).edge, "a message");
  assert.ok((await edgesOf(page.getByRole("button", { name: "Send", exact: true }))).edge, "Send");
  assert.ok((await edgesOf(page.locator("[data-row] > .bg-accent").first())).filled, "the dot of an unread conversation");
  await page.getByRole("textbox", { name: /^Reply to / }).focus();
  assert.ok((await edgesOf(page.getByRole("form", { name: /^Reply to / }))).ring, "the focus in the reply");
  await page.emulateMedia({ forcedColors: "none" });

  const context = await stage.context({ ...DESKTOP, forcedColors: "active" });
  const shop = await context.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(shop);
  await chat.launcher.waitFor();
  assert.ok((await edgesOf(chat.launcher)).edge, "the launcher");
  await chat.open();
  await chat.write("Can you see me?");
  await chat.log.getByText("Can you see me?").waitFor();
  // The element is replaced when the message is stored, and one that was just removed has no style.
  await until("an edge around an own message", async () => (await edgesOf(chat.log.locator(".own .bub"))).edge);
  await chat.field.focus();
  assert.ok((await edgesOf(chat.panel.locator(".box"))).ring, "the focus in the field");
  await context.close();
});
