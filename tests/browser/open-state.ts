// Opens one declared state of a screen: the real dashboard, with the server's answers replaced as the state says.
import type { Locator, Page, Route as Request } from "playwright-core";
import { frame } from "../../dashboard/fixtures.ts";
import type { ScreenState } from "../../dashboard/screen.ts";
import type { Route } from "../../kernel/wire/route.ts";
import { declaredRoutes } from "../matrix/registry.ts";
import { PNG } from "../support/desk.ts";

// The morning on which the fixtures happen.
export const NOW = new Date("2026-11-20T10:12:00.000Z");
type Answer = NonNullable<ScreenState["answers"]>[string];
type Pattern = { readonly route: Route; readonly path: RegExp };

/** One page that shows declared states, one after the other. */
export interface StatePage {
  readonly page: Page;
  /** Shows a state; answers the names of the routes that were asked for without an answer. */
  show(state: ScreenState): Promise<string[]>;
}

/** Takes over the page's line to the server. */
export async function statePage(page: Page, base: string): Promise<StatePage> {
  const patterns: Pattern[] = (await declaredRoutes()).map((route) => ({ route, path: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`) }));
  let answers: Readonly<Record<string, Answer>> = {};
  let unanswered: string[] = [];
  let running = 0;
  let lastDone = 0;

  async function answer(request: Request): Promise<void> {
    const { pathname } = new URL(request.request().url());
    const route = patterns.find(({ route: { method }, path }) => method === request.request().method() && path.test(pathname))?.route;
    const given = answers[route?.name ?? ""];
    if (given === "hang") return;
    running++;
    try {
      if (pathname.startsWith("/files/")) await request.fulfill({ contentType: "image/png", body: Buffer.from(PNG) });
      else if (given === "offline") await request.abort("connectionfailed");
      else {
        if (given === undefined) unanswered.push(route?.name ?? pathname);
        await request.fulfill(given === undefined ? { status: 503, json: { code: "unavailable", error: `No answer declared for ${route?.name}.` } } : { status: given.status, json: given.body });
      }
    } catch {
      // The page went on to the next state meanwhile.
    } finally {
      running--;
      lastDone = performance.now();
    }
  }
  await page.clock.install({ time: NOW });
  await page.route(/\/(?:api|files)\//, answer);

  const settled = async (quiet = 60): Promise<void> => {
    const end = performance.now() + 3000;
    while (performance.now() < end && (running > 0 || performance.now() - lastDone < quiet)) await new Promise((wake) => setTimeout(wake, 15));
    // Two frames, so that what the answers changed is drawn.
    await page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));
  };

  return {
    page,
    async show(state) {
      answers = { ...frame(), ...state.answers };
      unanswered = [];
      await page.goto(base + state.path, { waitUntil: "load" });
      await page.locator("main").first().waitFor();
      await settled();
      // Repeated reads (0.4 s, 0.8 s) and delayed skeletons belong to the state: their time passes at once.
      for (let i = 0; i < 3 && Object.values(answers).some((given) => typeof given === "string" || given.status >= 500); i++) {
        await page.clock.runFor(900);
        await settled(20);
      }
      for (const step of state.act?.split(";") ?? []) {
        await perform(page, step);
        await settled(40);
      }
      return unanswered;
    },
  };
}

async function perform(page: Page, step: string): Promise<void> {
  const [verb = "", rest = ""] = [step.slice(0, step.indexOf(":")), step.slice(step.indexOf(":") + 1)];
  if (verb === "press") return await page.keyboard.press(rest);
  if (verb === "click") return await (await named(page, rest)).click();
  if (verb !== "fill") throw new Error(`unknown step "${step}"`);
  const [label = "", ...text] = rest.split("=");
  await page.getByLabel(label, { exact: true }).first().fill(text.join("="));
}

/** The visible control of this name: exactly, else the beginning of a longer one. */
async function named(page: Page, name: string): Promise<Locator> {
  const controls = page.locator("button, a, [role=menuitem], [role=tab], [role=option], [role=switch], input, label").filter({ visible: true });
  for (const exact of [true, false]) {
    const roles = (["button", "link", "menuitem", "menuitemradio", "switch", "checkbox", "tab", "option"] as const).map((role) => page.getByRole(role, { name, exact }));
    const found = roles.reduce((all, each) => all.or(each)).filter({ visible: true });
    if ((await found.count()) > 0) return found.first();
  }
  return controls.filter({ hasText: name }).first();
}
