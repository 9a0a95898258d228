// Runs axe-core in a page: the rules of WCAG 2.2 AA, also inside shadow roots, reported as one line per finding.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Finding {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: unknown;
    readonly any: readonly { readonly message: string }[];
    readonly all: readonly { readonly message: string }[];
  }[];
}

/** Whether the words are visible on the page, also inside shadow roots. Waits a moment for them. */
export async function showsWords(page: Page, words: string): Promise<boolean> {
  const plain = (text: string): string => text.replaceAll(/\s+/g, " ").toLowerCase();
  if (plain(await page.evaluate(() => document.body.innerText)).includes(plain(words))) return true;
  const shown = page.getByText(words).filter({ visible: true }).first();
  return await shown.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Runs the rules and answers "rule — selector — why". The page has to show the words `shows` first, because an empty page or an error page has
 * no violations; pass `undefined` when the caller has checked. `seen` holds hashes of what was already examined around the page's content,
 * such as navigation and headers, so identical markup is not examined again. Use one set for each theme and width.
 */
export async function violations(page: Page, shows: string | undefined, seen?: Set<number>): Promise<string[]> {
  if (shows !== undefined && !(await showsWords(page, shows))) return [`does not show “${shows}”`];
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const [found, around] = (await page.evaluate(
    async ({ run, known }) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<{ violations: unknown[] }> } };
      const hash = (text: string): number => {
        let value = 0;
        for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0;
        return value;
      };
      const parts = [...document.querySelectorAll("nav, aside, header")]
        .filter((part) => !part.parentElement?.closest("main, nav, aside, header"))
        .map((part) => ({ part, is: hash(part.outerHTML) }));
      const exclude = parts.filter(({ is }) => known.includes(is)).map(({ part }) => part);
      const context = exclude.length > 0 ? { exclude } : document;
      const { violations } = await axe.run(context, { ...run, resultTypes: ["violations"], elementRef: false });
      return [violations, parts.map(({ is }) => is)];
    },
    { run: { runOnly: { type: "tag", values: TAGS } }, known: [...(seen ?? [])] },
  )) as [Finding[], number[]];
  if (found.length === 0) for (const part of around) seen?.add(part);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all }) => `${id} — ${JSON.stringify(target)} — ${[...any, ...all][0]?.message ?? ""}`.slice(0, 300)),
  );
}

/** Elements that extend past the side of the viewport; empty when the page does not scroll sideways. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width && (document.querySelector("main")?.scrollWidth ?? 0) <= width) return [];
    return [...document.querySelectorAll("body *")]
      .filter((it) => it.getBoundingClientRect().right > width + 1)
      .slice(0, 3)
      .map((it) => `overflow — ${it.tagName.toLowerCase()}.${String(it.className).slice(0, 80)}`);
  });
