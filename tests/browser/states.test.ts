// Every screen in every state that it declares, light on a desk and dark on a phone: nothing that WCAG 2.2 AA forbids, nothing that
// scrolls sideways. A screen without states fails. Then the worker's own pages, and the widget. The first state of a screen and its
// long texts are opened in both widths, the others in one of them; the long run opens every state in both widths and both themes.
import { test, type Locator } from "@playwright/test";
import assert from "node:assert/strict";
import type { ScreenState } from "../../dashboard/screen.ts";
import { sideways, violations } from "./axe.ts";
import { drawn, type StatePage, statePage } from "./open-state.ts";
import { problemsOfWords, record, RECORDING } from "./state-words.ts";
import { readScreens } from "./screens.ts";
import { DESKTOP, openStage, PHONE, type Stage, widgetOf, withProject } from "./stage.ts";

// What a phone has no room for, so that there is nothing to open.
const NOT_ON_PHONES = ["frame/project menu"];
const screens = await readScreens();
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
type Width = "desk" | "phone";
const SHAPES = { desk: DESKTOP, phone: PHONE } as const;
/** Each of Playwright's two workers has both: a page waits for its server and for frames about a third of its time. */
const pages: Record<Width, StatePage[]> = { desk: [], phone: [] };

test.beforeAll(async () => {
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

/** What was examined around the content, in each theme and width: the frame is the same in most states. The long run looks at it each time. */
const examined: Record<string, Set<number>> = {};

/** Looks at what the page shows, in the theme that is looked at in this width. */
async function inspect(page: StatePage["page"], name: string, narrow: boolean, shows?: string): Promise<string[]> {
  const found = narrow ? (await sideways(page)).map((each) => `${name}: ${each}`) : [];
  for (const theme of WHOLE ? (["light", "dark"] as const) : narrow ? (["dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme: theme });
    await drawn(page);
    found.push(
      ...(await violations(page, shows, WHOLE ? undefined : (examined[`${narrow}/${theme}`] ??= new Set()))).map(
        (each) => `${name}/${theme}: ${each}`,
      ),
    );
  }
  return found;
}

const inBoth = ({ name }: ScreenState, i: number): boolean => WHOLE || i === 0 || /long text/.test(name);

/** The states that are opened in this width, each one after the other. */
async function walk(width: Width, screen: string, states: readonly ScreenState[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = states.filter((state, i) => {
    if (width === "phone" && NOT_ON_PHONES.includes(`${screen}/${state.name}`)) return false;
    return inBoth(state, i) || (i % 2 === 0) === (width === "desk");
  });
  const onPage = async (on: StatePage): Promise<void> => {
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
      const name = `${screen}/${state.name}/${width}`;
      try {
        const unanswered = await on.show(state);
        found.push(...unanswered.map((route) => `${name}: no answer declared for ${route}`));
        const problems = await problemsOfWords(on.page, screen, state.name);
        found.push(...problems.map((problem) => `${name}: ${problem}`));
        if (!RECORDING && problems.length === 0) found.push(...(await inspect(on.page, name, width === "phone")));
      } catch (error) {
        found.push(`${name}: ${(error as Error).message.split("\n")[0]}`);
      }
    }
  };
  await Promise.all(pages[width].map(onPage));
  return found;
}

for (const { name, states } of screens) {
  test(`${name}: ${states.length} states`, async () => {
    assert.ok(states.length > 0, `the screen ${name} declares no states`);
    const found = (await Promise.all([walk("desk", name, states), walk("phone", name, states)])).flat();
    if (RECORDING) record(name);
    assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
  });
}

test("the worker's own pages", async () => {
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
      ["/", "Customer support, on your own terms"],
      ["/setup", "Setup is closed"],
      ["/login", "Sign in"],
      [invite, "Join "],
      ["/invite/none", "Page not found"],
      ["/nowhere", "Page not found"],
    ] as const) {
      await page.goto(stage.served.url + path);
      found.push(...(await inspect(page, `${path}/${width}`, width === "phone", shows)));
    }
    // Refused: the form again, with what was wrong.
    await page.goto(`${stage.served.url}/login`);
    await page.getByLabel("Email").fill("nobody@example.test");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    found.push(...(await inspect(page, `login refused/${width}`, width === "phone", "password")));
    await context.close();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("the setup form, still open", async () => {
  const fresh = await openStage();
  const found: string[] = [];
  try {
    for (const [width, shape] of [
      ["desk", DESKTOP],
      ["phone", PHONE],
    ] as const) {
      const page = await (await fresh.context(shape)).newPage();
      await page.goto(`${fresh.served.url}/setup`);
      found.push(...(await inspect(page, `/setup/${width}`, width === "phone", "Set up your support desk")));
      await page.getByLabel("Your name").fill("O");
      await page.getByLabel("Email").fill("owner@example.test");
      await page.getByLabel("Password").fill("short");
      await page.evaluate(() => document.querySelector("form")?.setAttribute("novalidate", ""));
      await page.getByRole("button").click();
      await page.getByRole("alert").waitFor();
      found.push(...(await inspect(page, `setup refused/${width}`, width === "phone", "12 characters")));
    }
  } finally {
    await fresh.stop();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("the widget: closed, welcome, conversation, list, refused, ended", async () => {
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
    const look = async (state: string, shows: string): Promise<void> => {
      found.push(...(await inspect(page, `widget ${state}/${width}`, width === "phone", shows)));
    };
    await look("closed", "Northwind Pottery");
    await widget.open();
    await look("welcome", "Hi! How can we help?");
    await widget.write("Hello, **is** the blue bowl in stock? https://example.com");
    await widget.panel.getByText("is the blue bowl").waitFor();
    await widget.panel.getByText("Sending…").waitFor({ state: "detached" });
    await look("conversation", "is the blue bowl in stock?");
    await widget.panel.getByRole("button", { name: "All conversations" }).click();
    await look("list", "is the blue bowl in stock?");
    await widget.panel.getByRole("button", { name: "New conversation" }).click();
    await page.route("**/api/widget/conversations", (route) => route.abort("connectionfailed"));
    await widget.write("And the green one?");
    await widget.panel.getByText("Not sent").waitFor();
    await look("not sent", "Not sent");
    await page.unroute("**/api/widget/conversations");
    const ended = { error: "The team has ended this chat.", code: "unauthenticated", final: true };
    const headers = { "access-control-allow-origin": stage.hosts.origin };
    await page.route("**/api/widget/conversations", (route) => route.fulfill({ status: 401, json: ended, headers }));
    await page.reload();
    // There is no field to wait for.
    await widget.launcher.click();
    await widget.panel.getByRole("status").getByText(ended.error).waitFor();
    await widget.panel.getByText("Not sent").waitFor();
    await look("ended by the team, with something not sent", ended.error);
    await context.close();
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("forced colours: what a filled area tells is told by an edge, and the focus is seen", async () => {
  /** Of what the locator finds: its border, its outline, and whether its surface differs from the page's. */
  const look = (found: Locator) =>
    found.evaluate((it) => {
      const { borderTopWidth, outlineStyle, backgroundColor } = getComputedStyle(it);
      return { edge: parseFloat(borderTopWidth) >= 1, ring: outlineStyle !== "none", filled: !/255, 255, 255/.test(backgroundColor) };
    });
  const [{ page, show }] = pages.desk as [StatePage];
  await page.emulateMedia({ forcedColors: "active" });
  await show(screens.find(({ name }) => name === "inbox")?.states.find(({ name }) => name === "thread") as ScreenState);
  assert.ok((await look(page.locator("[data-thread] [role=log] li .rounded-lg").first())).edge, "a message");
  assert.ok((await look(page.getByRole("button", { name: "Send", exact: true }))).edge, "Send");
  assert.ok((await look(page.locator("[data-row] > .bg-accent").first())).filled, "the dot of an unread conversation");
  await page.getByRole("textbox", { name: "Reply to the customer" }).focus();
  assert.ok((await look(page.getByRole("form", { name: "Reply to the customer" }))).ring, "the focus in the reply");
  await page.emulateMedia({ forcedColors: "none" });

  const context = await stage.context({ ...DESKTOP, forcedColors: "active" });
  const shop = await context.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(shop);
  await chat.launcher.waitFor();
  assert.ok((await look(chat.launcher)).edge, "the launcher");
  await chat.open();
  await chat.write("Can you see me?");
  await chat.log.getByText("Can you see me?").waitFor();
  assert.ok((await look(chat.log.locator(".own .bub"))).edge, "an own message");
  await chat.field.focus();
  assert.ok((await look(chat.panel.locator(".box"))).ring, "the focus in the field");
  await context.close();
});
