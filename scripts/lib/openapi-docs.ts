// What the API reference says in words: a route's summary from its name, its description from the comment above it, and what modules do.
import { globSync, readFileSync } from "node:fs";
import { inRoot, ROOT } from "./paths.ts";

const ROUTE = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const \w+ = route\(\{\s*name: "(\w+)"/g;

/** The text of a comment block: without stars, lines joined, link tags as plain words. */
const textOf = (block: string): string =>
  block
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, ""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The comment above each route that has one, by the route's name, read from the sources of all contracts. */
export function readRouteComments(): ReadonlyMap<string, string> {
  const files = globSync(["modules/*/contract.ts", "modules/*/contract/*.ts", "modules/*/*/contract.ts", "modules/*/*/contract/*.ts"], {
    cwd: ROOT,
  });
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(inRoot(file), "utf8").matchAll(ROUTE)].flatMap(([, block, name = ""]): [string, string][] =>
        block === undefined ? [] : [[name, textOf(block)]],
      ),
    ),
  );
}

/** Abbreviations that stay in capitals. */
const CAPITALS: Readonly<Record<string, string>> = { ai: "AI", csv: "CSV", dns: "DNS", mcp: "MCP", api: "API", url: "URL" };
/** `listAutomationRules` as “List automation rules”. */
export function summaryOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => CAPITALS[word] ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What each module does, from the table in docs/architecture.md. */
export function readModuleDescriptions(): ReadonlyMap<string, string> {
  const rows = readFileSync(inRoot("docs/architecture.md"), "utf8").matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm);
  return new Map([...rows].map(([, name = "", does = ""]) => [name, `${does.charAt(0).toUpperCase()}${does.slice(1)}.`]));
}
