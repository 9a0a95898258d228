// Reads and awaits what stands in the composer, whichever of its fields is shown.
import type { Locator, Page } from "@playwright/test";
import { until } from "./stage.ts";

/** The text as Markdown, without backslashes: of the formatted field, what it shows. */
export const written = (field: Locator): Promise<string> =>
  field.evaluate((node) => {
    const signs: Record<string, string> = { STRONG: "**", EM: "_", S: "~~", CODE: "`" };
    const inline = (element: Element): string =>
      [...element.childNodes]
        .map((child) => {
          if (!(child instanceof Element)) return child.textContent ?? "";
          const sign = signs[child.tagName] ?? "";
          return child instanceof HTMLAnchorElement
            ? `[${inline(child)}](${child.getAttribute("href") ?? ""})`
            : sign + inline(child) + sign;
        })
        .join("");
    const indented = (rows: string[], first: string, others: string): string[] => rows.map((row, i) => (i === 0 ? first : others) + row);
    const rowsOf = (element: Element): string[] =>
      [...element.children].flatMap((child, i, all) => {
        const gap = i > 0 && all[i - 1]?.tagName !== "P" ? [""] : [];
        if (child.tagName === "P") return [...gap, inline(child)];
        if (child.tagName === "PRE") return [...gap, "```", ...(child.textContent ?? "").split("\n"), "```"];
        if (child.tagName === "BLOCKQUOTE") return [...gap, ...rowsOf(child).map((row) => `> ${row}`.trimEnd())];
        const items = [...child.children].flatMap((item, n) => {
          const marker = child.tagName === "OL" ? `${Number(child.getAttribute("start") ?? 1) + n}. ` : "- ";
          return indented(rowsOf(item), marker, " ".repeat(marker.length));
        });
        return [...gap, ...items];
      });
    return node instanceof HTMLTextAreaElement ? node.value : rowsOf(node).join("\n");
  });
/** What the formatted field shows, as simple HTML. */
export const markup = (field: Locator): Promise<string> =>
  field.evaluate((node) => {
    const bare = (element: Element): string =>
      [...element.childNodes]
        .map((child) => {
          if (!(child instanceof Element)) return (child.textContent ?? "").replaceAll("\u00a0", " ");
          const name = child.tagName.toLowerCase();
          if (name === "br" || name === "img") return "";
          return `<${name}>${bare(child)}</${name}>`;
        })
        .join("");
    return bare(node);
  });
export const isFormatted = (field: Locator): Promise<boolean> =>
  until("the formatted field", () => field.evaluate((node) => (node as HTMLElement).isContentEditable));

/** Makes the signed-in member of an open page one who writes Markdown; loads the page again. */
export async function preferPlain(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = JSON.parse(localStorage.getItem("seed.own") ?? "{}");
    localStorage.setItem("seed.own", JSON.stringify({ ...own, items: { ...own.items, plainField: true } }));
  });
  await page.reload();
}

/** Selects a part of a text without formatting. */
export const select = (field: Locator, from: number, to: number): Promise<void> =>
  field.evaluate(
    async (node, [start, end]) => {
      if (node instanceof HTMLTextAreaElement) return node.setSelectionRange(start, end);
      const place = (offset: number): [Node, number] => {
        let left = offset;
        for (const line of node.querySelectorAll("p")) {
          const size = (line.textContent ?? "").length;
          if (left <= size) return line.firstChild instanceof Text ? [line.firstChild, left] : [line, 0];
          left -= size + 1;
        }
        return [node, node.childNodes.length];
      };
      (node as HTMLElement).focus();
      getSelection()?.setBaseAndExtent(...place(start), ...place(end));
      // The editor hears of it a moment later.
      await new Promise((wake) => setTimeout(wake, 50));
    },
    [from, to] as const,
  );
/** What is selected, in either field. */
export const selection = (field: Locator): Promise<string> =>
  field.evaluate((node) =>
    node instanceof HTMLTextAreaElement ? node.value.slice(node.selectionStart, node.selectionEnd) : (getSelection()?.toString() ?? ""),
  );
