// The dashboard by keyboard alone: moving through the list, replying, closing, the palette, the help, and a visible focus.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { settled } from "./open-state.ts";
import { DESKTOP, nextSocketLive, openStage, type Stage, until, withProject } from "./stage.ts";
import { written as writtenIn } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const selected = (): Promise<string> => page.locator("[data-row][aria-current]").innerText();
/** The accessible name of the focused element. */
const focus = (): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("aria-label") ?? at?.textContent?.trim().slice(0, 60) ?? "";
  });

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (const text of ["first to write", "second to write", "third to write"]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    await visitor.open(text);
  }
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").nth(2).waitFor();
});
test.afterAll(() => stage.stop());

test("the first Tab reaches a link that skips the navigation", async () => {
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "Skip to content");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await until("the link to be seen", async () => ((await skip.boundingBox())?.y ?? -99) >= 0);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
});

test("every element that Tab reaches shows its focus, and none traps it", async () => {
  const seen = new Set<string>();
  const bare: string[] = [];
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const ring = (it: Element | null): boolean =>
        it !== null && (getComputedStyle(it).outlineStyle !== "none" || getComputedStyle(it).boxShadow !== "none");
      return {
        name: at.getAttribute("aria-label") ?? at.textContent?.trim().slice(0, 40) ?? at.tagName,
        body: at === document.body,
        ring: ring(at) || ring(at.closest("form")),
        box: at.getBoundingClientRect().width,
      };
    });
    if (now.body) continue;
    seen.add(now.name);
    if (!now.ring) bare.push(now.name);
  }
  assert.deepEqual(bare, []);
  assert.ok(seen.size > 8, [...seen].join(" | "));
});

test("J and K move, R replies, E closes and reopens", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").nth(2).waitFor();
  await page.keyboard.press("j");
  await until("the newest to be open", async () => (await selected()).includes("third"));
  await page.keyboard.press("j");
  await until("the next one", async () => (await selected()).includes("second"));
  await page.keyboard.press("k");
  await until("the one before", async () => (await selected()).includes("third"));
  const reply = page.getByRole("textbox", { name: /^Reply to / });
  await reply.waitFor();
  await page.keyboard.press("r");
  await until("the focus in the reply", async () => (await focus())?.startsWith("Reply to ") === true);
  // Letters are text while writing.
  await page.keyboard.type("just a joke");
  assert.equal(await writtenIn(reply), "just a joke");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("log").getByText("just a joke").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await until("the conversation to leave the list", async () => (await page.locator("[data-row]").count()) === 2);
  await page.getByText("Conversation closed").waitFor();
  // A toast takes no shortcut away.
  await page.keyboard.press("j");
  await until("another conversation to be open", async () => (await page.locator("[data-row][aria-current]").count()) === 1);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/closed`);
  await page.locator("[data-row]").waitFor();
  await page.keyboard.press("j");
  await page.getByRole("button", { name: "Reopen" }).waitFor();
  // The shortcut is registered one frame after its button appears.
  await settled(page);
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Close", exact: true }).or(page.getByText("Nothing closed yet")).first().waitFor();
});

test("G and a letter open a page", async () => {
  await page.locator("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.waitForURL("**/contacts");
  // Keys pressed while a screen still loads are ignored.
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL("**/inbox/**");
});

test("the palette finds a page by part of its name and restores the focus", async () => {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  // The field gets the focus a moment after it appears; until then letters are shortcuts.
  await until("the field to have the focus", () => palette.evaluate((it) => it.contains(document.activeElement)));
  await page.keyboard.type("memb");
  await palette.getByRole("option", { name: /Members/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/settings/members");
  await palette.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await until("the new page to have the focus", () => page.evaluate(() => document.activeElement !== document.body));
});

test("what is typed while the palette is on its way reaches the palette and nothing else", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const slow = await context.newPage();
  let held = (): void => {};
  const mayCome = new Promise<void>((come) => (held = come));
  await slow.route("**/assets/palette-*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  const written: string[] = [];
  slow.on("request", (request) => request.method() !== "GET" && !request.url().endsWith("/ticket") && written.push(request.url()));
  await slow.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await slow.locator("[data-row]").first().click();
  await slow.getByRole("textbox", { name: /^Reply to / }).waitFor();
  await slow.keyboard.press("Escape");
  written.length = 0;
  await slow.keyboard.press("Control+k");
  // "e" closes a conversation, "r" begins a reply.
  await slow.keyboard.type("memberss", { delay: 30 });
  await slow.keyboard.press("Backspace");
  held();
  const field = slow.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox");
  await field.waitFor();
  await until("the text in the palette", async () => (await field.inputValue()) === "members");
  await slow.keyboard.press("Enter");
  await slow.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  assert.deepEqual(written, []);
  await context.close();
});

test("keys after J reach the thread that is still on its way, in their order", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const slow = await context.newPage();
  let held = (): void => {};
  const mayCome = new Promise<void>((come) => (held = come));
  await slow.route("**/assets/thread-*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  const written: string[] = [];
  slow.on("request", (request) => {
    if (request.method() !== "GET" && !/(ticket|read)$/.test(request.url())) written.push(request.url());
  });
  await slow.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await slow.locator("[data-row]").first().waitFor();
  await slow.keyboard.press("j");
  // "R" begins a reply; of its text "e" would close a conversation, and "j" go to the next one.
  await slow.keyboard.type("rjust one message", { delay: 20 });
  await slow.keyboard.press("Backspace");
  held();
  const reply = slow.getByRole("textbox", { name: /^Reply to / });
  await reply.waitFor();
  await slow.keyboard.type("!");
  await until("the whole text in the reply", async () => (await writtenIn(reply)) === "just one messag!");
  assert.deepEqual(
    written.filter((url) => !url.includes("/drafts/")),
    [],
  );
  await reply.fill("");
  await context.close();
});

test("keys after Z reach the menu that is still on its way", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const slow = await context.newPage();
  let held = (): void => {};
  const mayCome = new Promise<void>((come) => (held = come));
  await slow.route("**/assets/menu-popup-*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  await slow.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await slow.locator("[data-row]").first().click();
  await slow.getByRole("textbox", { name: /^Reply to / }).waitFor();
  const url = slow.url();
  await slow.keyboard.press("z");
  // Without a menu "e" would close the conversation; in it, it is the beginning of no choice.
  await slow.keyboard.press("e");
  for (let down = 0; down < 2; down += 1) await slow.keyboard.press("ArrowDown");
  held();
  const choices = slow.getByRole("menu").getByRole("menuitem");
  await until("the second choice to have the focus", () =>
    choices.nth(1).evaluate((it) => it === document.activeElement || it.hasAttribute("data-highlighted")),
  );
  await slow.keyboard.press("Escape");
  await slow.getByRole("menu").waitFor({ state: "detached" });
  assert.equal(slow.url(), url);
  await slow.getByRole("button", { name: "Close", exact: true }).waitFor();
  await context.close();
});

test("a menu goes by arrows, Home, End and letters, and gives the focus back; a press outside only closes it", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const menus = await context.newPage();
  await menus.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await menus.locator("[data-row]").first().click();
  await menus.getByRole("textbox", { name: /^Reply to / }).waitFor();
  const menu = menus.getByRole("menu", { name: "Snooze" });
  const goesTo = async (key: string, item: string): Promise<void> => {
    await menus.keyboard.press(key);
    await until(`${key} to go to ${item}`, async () =>
      (await menu.locator(":focus").allInnerTexts()).some((text) => text.startsWith(item)),
    );
  };
  const button = menus.getByRole("button", { name: "Snooze", exact: true });
  const returns = async (): Promise<void> => {
    await menu.waitFor({ state: "detached" });
    await until("the focus to return", () => button.evaluate((it) => it === document.activeElement));
  };
  await menus.keyboard.press("z");
  await menu.waitFor();
  await goesTo("ArrowDown", "Later today");
  await goesTo("End", "Pick date and time");
  await goesTo("ArrowDown", "Later today");
  await goesTo("ArrowUp", "Pick date and time");
  await goesTo("Home", "Later today");
  await goesTo("u", "Until the next reply");
  await menus.keyboard.press("Escape");
  await returns();
  await menus.keyboard.press("Enter");
  await menu.waitFor();
  await menus.keyboard.press("Tab");
  await menu.waitFor({ state: "detached" });
  await until("Tab to go on from the button", () =>
    button.evaluate((it) => it !== document.activeElement && document.activeElement !== document.body),
  );
  await button.click();
  await menu.waitFor();
  const url = menus.url();
  const other = await menus.locator("[data-row]").last().boundingBox();
  await menus.mouse.click((other?.x ?? 0) + 60, (other?.y ?? 0) + 30);
  await returns();
  assert.equal(menus.url(), url);
  // The list stays where it is as the browser goes back, and its menu would with it.
  await menus.getByRole("button", { name: /^Sorted by/ }).click();
  const sorting = menus.getByRole("menu", { name: /^Sorted by/ });
  await sorting.waitFor();
  await menus.goBack();
  await menus.waitForURL((to) => to.href !== url);
  await sorting.waitFor({ state: "detached" });
  await context.close();
});

test("Escape while the palette is on its way gives the keys back", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  const slow = await context.newPage();
  await slow.route("**/assets/palette-*.js", () => undefined);
  await slow.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await slow.locator("[data-row]").first().waitFor();
  await slow.keyboard.press("Control+k");
  await slow.keyboard.press("x");
  await slow.keyboard.press("Escape");
  await slow.keyboard.press("j");
  await until("a conversation to be open", async () => (await slow.locator("[data-row][aria-current]").count()) === 1);
  await context.close();
});

test("running through the list keeps the live connection, and the team is told where it ended", async () => {
  const running = await (await stage.context(DESKTOP, project.owner)).newPage();
  const viewed: (string | null)[] = [];
  let closed = 0;
  running.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const frame = JSON.parse(String(payload)) as { type: string; conversationId: string | null };
      if (frame.type === "viewing") viewed.push(frame.conversationId);
    });
    socket.on("close", () => closed++);
  });
  const connected = nextSocketLive(running);
  await running.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await running.locator("[data-row]").first().waitFor();
  await connected;
  for (let i = 0; i < 30; i++) {
    await running.keyboard.press(i % 2 === 0 ? "j" : "k");
    await running.waitForTimeout(60);
  }
  await running.keyboard.press("j");
  const open = await until("a conversation to be open", () => /\/inbox\/all\/([^/?]+)/.exec(running.url())?.[1]);
  await until("the last one to be told", () => viewed.at(-1) === open);
  assert.equal(closed, 0, "the server closed the connection");
  assert.ok(viewed.length <= 10, `${viewed.length} frames`);
  await running.context().close();
});

test("a browser whose language is no language tag shows the inbox", async () => {
  const context = await stage.context(DESKTOP, project.owner);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "language", { get: () => "en-US@posix" });
    Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix", "en-US@posix"] });
  });
  const odd = await context.newPage();
  await odd.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await odd.locator("[data-row]").first().click();
  await odd.getByRole("textbox", { name: /^Reply to / }).waitFor();
  await context.close();
});

test("? lists the shortcuts and can turn single-letter ones off", async () => {
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  const list = new URL(page.url()).pathname;
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  // The list without an open conversation names what works in one, too, and no screen names the keys of another.
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("?");
  const keysOf = (group: string) =>
    help
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: group }) })
      .locator("dt");
  await keysOf("In an open conversation").first().waitFor();
  assert.deepEqual(await keysOf("In an open conversation").allInnerTexts(), [
    "Reply",
    "Write a note",
    "Close or reopen",
    "Snooze",
    "Assign",
    "Assign to me",
    "Mark as unread",
    "Send",
    "Send and close",
    "Take over from the assistant, or give it back",
    "Set priority",
    "Tag",
    "Mark as spam",
    "Follow this conversation",
  ]);
  assert.ok((await keysOf("Inbox").allInnerTexts()).includes("Next conversation"));
  assert.ok((await keysOf("Everywhere").allInnerTexts()).includes("Search and commands"));
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.goto(stage.served.url + list);
  await page.getByRole("button", { name: "Invite" }).waitFor();
  await page.keyboard.press("?");
  await keysOf("Everywhere").first().waitFor();
  assert.equal(await keysOf("In an open conversation").count(), 0);
  await help.getByRole("switch", { name: "Single-key shortcuts" }).press("Space");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  const { pathname } = new URL(page.url());
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForTimeout(300);
  assert.equal(new URL(page.url()).pathname, pathname);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
});

test("dialogs keep Tab inside, close on Escape, and restore the focus", async () => {
  const invite = page.getByRole("button", { name: "Invite" });
  await invite.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /Invite/ });
  await dialog.waitFor();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    // The focus guard at the end moves the focus to the beginning in the next frame.
    await page.waitForTimeout(60);
    assert.ok(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null), await focus());
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await until("the focus back on the button", async () => (await focus()) === "Invite");
});
