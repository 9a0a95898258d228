// Checks that each story shows its expected words from state-words.json, so that an error page, an empty page, a loading one, or a
// neighbouring story cannot pass for it. A story without words fails. A list means all of them; a word that begins with NOT must be absent,
// for a story that differs from another by what it lacks. The content of a field is a line ‹so›, ‹switches on off› gives the positions of
// the switches, and ‹busy› marks a part that is still loading. `WORDS=record LONG=1 npm run playwright -- --workers=1 tests/browser/states`
// adds words for stories that have none; read what it chose, and format the file, before you commit it.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { inRoot } from "../../scripts/lib/paths.ts";

const FILE = inRoot("tests/browser/state-words.json");
export const RECORDING = process.env["WORDS"] === "record";
const NOT = "NOT ";
const known = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Record<string, string | readonly string[]>>;
/** The lines that a story without words showed, one list per width. */
const seen = new Map<string, Map<string, string[][]>>();

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
async function linesOf(page: Page): Promise<string[]> {
  const [text, fields, switches, busy] = await page.evaluate(() => [
    document.body.innerText,
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")]
      .filter((field) => field.checkVisibility() && !["checkbox", "radio"].includes(field.type))
      .map((field) => field.value),
    [...document.querySelectorAll<HTMLInputElement>("input[role=switch]")]
      .filter((field) => field.checkVisibility())
      .map((field) => (field.checked ? "on" : "off")),
    [...document.querySelectorAll("[aria-busy=true]")].some((part) => part.checkVisibility()),
  ]);
  const marks = [
    ...fields.map(plain).filter(Boolean),
    ...(switches.length > 0 ? [`switches ${switches.join(" ")}`] : []),
    ...(busy ? ["busy"] : []),
  ];
  return [...text.split("\n").map(plain).filter(Boolean), ...marks.map((mark) => `‹${mark}›`)];
}

/** Lines of the navigation around every screen, which say nothing about the story. */
const frameLinesOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => [...document.querySelectorAll<HTMLElement>("nav, a[href='#main']")].map((part) => part.innerText).join("\n")))
    .split("\n")
    .map(plain);

/** Problems with what the page shows for a story; empty when there are none. Waits for words that appear late. */
export async function problemsOfWords(page: Page, screen: string, state: string): Promise<string[]> {
  const words = known[screen]?.[state];
  if (words === undefined && RECORDING) {
    const ofScreen = seen.get(screen) ?? new Map<string, string[][]>();
    const frame = await frameLinesOf(page);
    const lines = (await linesOf(page)).filter((line) => !frame.includes(line));
    seen.set(screen, ofScreen.set(state, [...(ofScreen.get(state) ?? []), lines]));
    return [];
  }
  if (words === undefined) return ["has no words in tests/browser/state-words.json"];
  let wrong: string[] = [];
  for (let tries = 0; tries < 50; tries += 1) {
    const text = (await linesOf(page)).join(" ");
    wrong = [words].flat().filter((word) => (word.startsWith(NOT) ? text.includes(word.slice(NOT.length)) : !text.includes(word)));
    if (wrong.length === 0) return [];
    // React replaces a fallback a moment later, and the page's clock is stopped.
    await page.clock.runFor(100);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return wrong.map((word) => (word.startsWith(NOT) ? `shows “${word.slice(NOT.length)}”` : `does not show “${word}”`));
}

/** Chooses words for a screen's stories that have none: a line that every width shows and the fewest other stories share. */
export function record(screen: string): void {
  const states = [...(seen.get(screen) ?? [])].map(([state, shown]) => ({ state, shown: shown.filter((lines) => lines.length > 0) }));
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
