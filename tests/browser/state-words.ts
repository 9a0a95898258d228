// The words that each declared state of a screen has to show, kept in state-words.json: an error page, an empty page or one that
// is still loading must not pass for the state. `WORDS=record LONG=1 node --test tests/browser/states.test.ts` adds words for
// states that have none; read what it chose before you commit it.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { inRoot } from "../../scripts/lib/paths.ts";

const FILE = inRoot("tests/browser/state-words.json");
export const RECORDING = process.env["WORDS"] === "record";
const known = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Record<string, string>>;
const { dashboard_problem_unknown: CRASH } = JSON.parse(readFileSync(inRoot("dashboard/messages/en.json"), "utf8")) as {
  dashboard_problem_unknown: string;
};
/** What a state without words showed, a list of lines for each width. */
const seen = new Map<string, Map<string, string[][]>>();

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const linesOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => document.body.innerText)).split("\n").map(plain).filter(Boolean);

/** What is wrong with what the page shows of a state; empty when nothing is. Waits for words that are on their way. */
export async function problemsOfWords(page: Page, screen: string, state: string): Promise<string[]> {
  const words = known[screen]?.[state];
  if (words === undefined && RECORDING) {
    const ofScreen = seen.get(screen) ?? new Map<string, string[][]>();
    seen.set(screen, ofScreen.set(state, [...(ofScreen.get(state) ?? []), await linesOf(page)]));
    return [];
  }
  const holds = (text: string): boolean => (words === undefined ? isSomething(text, state) : text.includes(words));
  for (let tries = 0; tries < 50; tries += 1) {
    if (holds((await linesOf(page)).join(" "))) return [];
    // React shows what came late a moment after what stood in for it, and the page's clock stands still.
    await page.clock.runFor(100);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return [words === undefined ? "shows nothing, or that the page broke" : `does not show “${words}”`];
}
/** Of a state without words of its own at least: no empty page, none that is still loading, and not the words of a crash. */
const isSomething = (text: string, state: string): boolean =>
  text !== "" && !text.includes(CRASH) && (text !== "Loading" || state.includes("loading"));

/** Chooses words for the states of a screen that have none: a line that every width shows, and the fewest other states. */
export function record(screen: string): void {
  const states = [...(seen.get(screen) ?? [])].map(([state, shown]) => ({ state, shown: shown.filter((lines) => lines.length > 3) }));
  const often = (line: string): number => states.filter(({ shown }) => shown.some((lines) => lines.includes(line))).length;
  for (const { state, shown } of states) {
    const [first = [], ...others] = shown;
    const [best] = first
      .filter((line) => /\p{L}{3}/u.test(line) && line.length <= 80 && others.every((lines) => lines.includes(line)))
      .toSorted((a, b) => often(a) - often(b) || Math.min(b.length, 40) - Math.min(a.length, 40));
    if (best !== undefined) (known[screen] ??= {})[state] = best;
  }
  writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
}
