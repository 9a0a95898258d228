// Reads a file of documentation out of its bytes: as Markdown without what only a website makes use of. Pure, and in linear time.

/** What is read; the others are pictures, programs and data. */
const KINDS = { md: "markdown", markdown: "markdown", mdx: "mdx", rst: "rst", txt: "text" } as const;
export type TextKind = (typeof KINDS)[keyof typeof KINDS];
/** By the ending of the name; undefined for what is not read. A README may have none. */
export function textKindOf(path: string): TextKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name === "readme") return "text";
  const dot = name.lastIndexOf(".");
  const ending = dot < 1 ? "" : name.slice(dot + 1);
  return Object.hasOwn(KINDS, ending) ? KINDS[ending as keyof typeof KINDS] : undefined;
}
const README = /^readme(?:\.(?:md|markdown|mdx|rst|txt))?$/i;
/** The README among names; of several the one with an ending, as GitHub shows it. */
export const readmeAmong = (names: readonly string[]): string | undefined =>
  names.filter((name) => README.test(name)).toSorted((a, b) => Number(b.includes(".")) - Number(a.includes(".")) || (a < b ? -1 : 1))[0];

export type Unreadable = "binary" | "lfs";
/** Git LFS keeps a pointer in place of the file (https://git-lfs.com). */
const LFS = "version https://git-lfs.github.com/spec/";
/** UTF-8 without NUL; anything else is no text, whatever its name says. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly unreadable: Unreadable } {
  if (bytes.includes(0)) return { unreadable: "binary" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    return text.startsWith(LFS) ? { unreadable: "lfs" } : { text };
  } catch {
    return { unreadable: "binary" };
  }
}

export interface Readable {
  /** Undefined: it names none. */
  readonly title: string | undefined;
  readonly content: string;
}
const MAX_TITLE = 200;
export function readableText(text: string, kind: TextKind): Readable {
  const { title: named, rest } = frontMatterOf(text);
  const markdown = kind === "text" ? rest : kind === "rst" ? markdownOfRst(rest) : markdownOf(rest, kind === "mdx");
  const heading = kind === "text" ? undefined : /^ {0,3}# +(.{1,400})$/m.exec(markdown)?.[1];
  const title = (named ?? (heading === undefined ? undefined : plainWords(heading)))?.trim().slice(0, MAX_TITLE).toWellFormed();
  return { title: title === "" ? undefined : title, content: markdown.replaceAll(/\n{3,}/g, "\n\n").trim() };
}
const plainWords = (heading: string): string => heading.replace(/\s+#+\s*$/, "").replaceAll(/[`*]/g, "");

/** Static site generators put a page's settings before it, in YAML between lines of dashes. */
function frontMatterOf(text: string): { readonly title: string | undefined; readonly rest: string } {
  if (!text.startsWith("---\n")) return { title: undefined, rest: text };
  const end = text.indexOf("\n---\n", 3);
  if (end < 0 || end > 20_000) return { title: undefined, rest: text };
  const title = /^title:[ \t]*(["']?)(.{1,300})\1[ \t]*$/m.exec(text.slice(4, end))?.[2];
  return { title, rest: text.slice(end + 5) };
}

/** Code stays as it is; comments, tags, pictures, and links within the repository leave their words. */
function markdownOf(text: string, isMdx: boolean): string {
  let fence: string | undefined;
  const blocks: { code: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isFence = mark !== undefined && (fence === undefined || (mark.startsWith(fence) && line.trim() === mark));
    const code = fence !== undefined || isFence;
    if (isFence) fence = fence === undefined ? mark : undefined;
    const last = blocks.at(-1);
    if (last?.code === code) last.lines.push(line);
    else blocks.push({ code, lines: [line] });
  }
  return blocks.map(({ code, lines }) => (code ? lines.join("\n") : proseOf(lines.join("\n"), isMdx))).join("\n");
}
function proseOf(text: string, isMdx: boolean): string {
  const visible = withoutBetween(withoutBetween(withoutBetween(text, "<!--", "-->"), "<script", "</script>"), "<style", "</style>");
  const pages = isMdx ? withoutBetween(visible, "{/*", "*/}").replaceAll(/^(?:import|export) .*$/gm, "") : visible;
  // Odd parts are inline code.
  return pages
    .split(/(`+[^`\n]{0,500}`+)/)
    .map((part, n) => (n % 2 === 1 ? part : withoutTags(withoutLinks(part))))
    .join("");
}
/** What begins and does not end goes too, as a browser hides it. Only A to Z is lowered: some other letters become two, which shifts all behind them. */
function withoutBetween(text: string, begin: string, end: string): string {
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const from = lower.indexOf(begin, at);
    if (from < 0) break;
    kept.push(text.slice(at, from));
    const to = lower.indexOf(end, from + begin.length);
    if (to < 0) return kept.join("");
    at = to + end.length;
  }
  return kept.join("") + text.slice(at);
}
const withoutLinks = (text: string): string =>
  text
    .replaceAll(/!\[([^[\]]{0,500})\]\([^()\n]{0,1000}\)/g, "$1")
    .replaceAll(/\[([^[\]]{1,500})\]\(([^()\n]{0,1000})\)/g, (whole, words: string, to: string) =>
      /^\s*<?(?:https?:|mailto:)/i.test(to) ? whole : words,
    );
const withoutTags = (text: string): string =>
  text.replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, (tag) => (/^<(?:https?:|mailto:)/i.test(tag) || /^<[^\s/<>]+@/.test(tag) ? tag : ""));

/** Headings, literals and roles of reStructuredText as Markdown; directives lose their marks. */
function markdownOfRst(text: string): string {
  const levels: string[] = [];
  const lines = text.split("\n");
  const out: string[] = [];
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] ?? "";
    const under = lines[n + 1] ?? "";
    const mark = /^([=\-~^"'`#*+:._])\1{2,}\s*$/.exec(under)?.[1];
    if (mark !== undefined && line.trim() !== "" && !isRule(line) && under.trim().length >= line.trim().length) {
      if (!levels.includes(mark)) levels.push(mark);
      out.push(`${"#".repeat(Math.min(6, levels.indexOf(mark) + 1))} ${wordsOfRst(line.trim())}`);
      n += 1;
    } else if (!isRule(line) && !/^\s*\.\. (?:[\w-]+::|_|\[|\|)/.test(line) && !/^\s+:[\w-]+:/.test(line)) out.push(wordsOfRst(line));
  }
  return out.join("\n");
}
const isRule = (line: string): boolean => /^([=\-~^"'`#*+:._])\1{3,}\s*$/.test(line);
const wordsOfRst = (line: string): string =>
  line
    .replaceAll(/``([^`]{1,500})``/g, "`$1`")
    .replaceAll(/:[\w:-]{1,40}:`([^`<]{1,300})(?:<[^`>]{0,500}>)?`/g, (_, words: string) => words.trim())
    .replaceAll(/`([^`<]{1,300}) <(https?:[^`>\s]{1,500})>`_{1,2}/g, "[$1]($2)")
    .replace(/::\s*$/, ":");
