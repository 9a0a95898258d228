// How much of the inbox is drawn again by a key, counted in components: what a member waits for must not grow with the length of the list,
// nor with what other modules add to a conversation. Counts, because times depend on the machine.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let page: Page;
const COUNT = 40;

interface Drawn {
  /** Rows of the list, messages, and all components, in all commits since the last reset. */
  readonly rows: number;
  readonly messages: number;
  readonly all: number;
  /** All components in the commit that showed other messages than the one before; 0 if none did. */
  readonly opening: number;
  /** All components in the first commit: what the one who pressed the key waits for. */
  readonly first: number;
}

/** Runs in the page before React does, which reports every commit to such a hook. */
function countDrawn(): void {
  interface Fiber {
    readonly tag: number;
    readonly flags: number;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
    readonly memoizedProps: Record<string, unknown> | null;
  }
  const COMPONENTS = new Set([0, 1, 11, 14, 15]);
  const PERFORMED_WORK = 1;
  const nothing = { rows: 0, messages: 0, all: 0, opening: 0, first: 0 };
  const page = window as unknown as { drawn: typeof nothing; resetDrawn(): void };
  page.drawn = { ...nothing };
  page.resetDrawn = () => void (page.drawn = { ...nothing });
  const walk = (parent: Fiber, count: (fiber: Fiber) => void): void => {
    for (let fiber = parent.child; fiber; fiber = fiber.sibling) {
      if (COMPONENTS.has(fiber.tag) && (fiber.flags & PERFORMED_WORK) !== 0) count(fiber);
      // React did not look into what it took over as it was.
      if (fiber.alternate === null || fiber.child !== fiber.alternate.child) walk(fiber, count);
    }
  };
  const commit = (_: number, { current }: { readonly current: Fiber }): void => {
    let [all, opened] = [0, false];
    walk(current, ({ memoizedProps: props, alternate }) => {
      all += 1;
      if (props === null) return;
      if ("row" in props && "preview" in props) page.drawn.rows += 1;
      if ((props["entry"] as { type?: string } | undefined)?.type !== "bubble") return;
      page.drawn.messages += 1;
      opened ||= alternate === null;
    });
    page.drawn.first ||= all;
    page.drawn.all += all;
    if (opened) page.drawn.opening = Math.max(page.drawn.opening, all);
  };
  const hook = { supportsFiber: true, renderers: new Map(), inject: () => 1, onCommitFiberRoot: commit };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {} } });
}

/** Does something, and answers what was drawn until nothing has been for half a second. */
async function drawnBy(act: () => Promise<void>): Promise<Drawn> {
  const now = (): Promise<Drawn> => page.evaluate("drawn");
  const settled = async (): Promise<Drawn> => {
    for (let before = await now(); ;) {
      await page.waitForTimeout(500);
      const after = await now();
      if (after.all === before.all) return after;
      before = after;
    }
  };
  await settled();
  await page.evaluate("resetDrawn()");
  await act();
  return await settled();
}
const opened = (text: string): Promise<void> => page.getByRole("log").getByText(text).waitFor();

test.beforeAll(async () => {
  stage = await openStage();
  const project = await withProject(stage);
  for (let n = 1; n <= COUNT; n += 1) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin, `198.51.100.${n}`);
    await visitor.start();
    assert.equal((await visitor.open(`Question ${n}: where is my parcel?`)).status, 201);
  }
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  await page.addInitScript(countDrawn);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await opened(`Question ${COUNT}`);
});
test.afterAll(() => stage.stop());

test("J draws two rows, and the messages before everything that can wait", async () => {
  const { rows, opening } = await drawnBy(async () => {
    await page.keyboard.press("j");
    await opened(`Question ${COUNT - 1}`);
  });
  // The one before, this one, and this one as read.
  assert.ok(rows >= 2 && rows <= 5, `${rows} rows`);
  assert.ok(opening > 20 && opening <= 110, `${opening} components with the messages`);
});

test("E draws the row that comes into view, not those that move up, and what other modules show after it", async () => {
  const { rows, messages, first } = await drawnBy(async () => {
    await page.keyboard.press("e");
    await until(
      "its row to leave",
      async () =>
        (await page
          .locator("[data-row]")
          .filter({ hasText: `Question ${COUNT - 1}:` })
          .count()) === 0,
    );
  });
  assert.ok(rows >= 1 && rows <= 5, `${rows} rows`);
  assert.equal(messages, 0);
  assert.ok(first > 5 && first <= 40, `${first} components at once`);
});

test("assigning draws one row, no message, and what other modules show after it", async () => {
  await page.keyboard.press("j");
  await opened(`Question ${COUNT - 2}`);
  const { rows, messages, first } = await drawnBy(async () => {
    await page.keyboard.press("i");
    await page.locator("[data-row][aria-current]").getByText("You").waitFor();
  });
  // At once, by the answer, and by the event.
  assert.ok(rows >= 1 && rows <= 4, `${rows} rows`);
  assert.equal(messages, 0);
  // Each part that another module adds to the row has a boundary of its own, for code that cannot be loaded.
  assert.ok(first > 10 && first <= 55, `${first} components at once`);
});

test("X ticks the row and says how many are selected before the bar's buttons are drawn", async () => {
  const { messages, first } = await drawnBy(async () => {
    await page.keyboard.press("x");
    await page.getByRole("region", { name: "Selected conversations" }).getByRole("button", { name: "Close" }).waitFor();
  });
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Selected conversations" }).waitFor({ state: "detached" });
  assert.equal(messages, 0);
  assert.ok(first > 3 && first <= 40, `${first} components at once`);
});

test("A draws its menu and the header that it belongs to", async () => {
  const { rows, messages, first, all } = await drawnBy(async () => {
    await page.keyboard.press("a");
    await page.getByRole("menuitemradio", { name: "Unassigned" }).waitFor();
  });
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  assert.deepEqual({ rows, messages }, { rows: 0, messages: 0 });
  assert.ok(first > 3 && first <= 30, `${first} components at once`);
  // With what is read again meanwhile, on a busy computer.
  assert.ok(all > 5 && all <= 100, `${all} components`);
});

test("a letter draws no row and no message, and not the composer's tools", async () => {
  await page.keyboard.press("r");
  await page.keyboard.press("h");
  await page.getByText("Draft saved").waitFor();
  await drawnBy(async () => undefined);
  // Not until all is quiet: the draft is saved 800 ms later, which draws what tells of drafts. What comes from elsewhere may fall into one of
  // them, on a busy computer.
  const counts: number[] = [];
  for (const letter of "ijk") {
    await page.evaluate("resetDrawn()");
    await page.keyboard.press(letter);
    const { rows, messages, all } = await page.evaluate<Drawn>("new Promise((done) => setTimeout(() => done(drawn), 150))");
    assert.deepEqual({ rows, messages }, { rows: 0, messages: 0 });
    counts.push(all);
  }
  // The field, how many characters are left of it, and with the first that it is not saved any more.
  assert.ok(Math.min(...counts) >= 1 && Math.min(...counts) <= 5, `${counts.join(", ")} components`);
});

test("scrolling draws the rows that come into view, not those that stay", async () => {
  const list = page.locator("div[role=list]");
  const { rows } = await drawnBy(() => list.evaluate((element) => void (element.scrollTop += 3 * 76)));
  // Each twice: what other modules add to it follows.
  assert.ok(rows >= 3 && rows <= 10, `${rows} rows`);
});
