// Cuts a document into chunks that can be found and quoted alone. Each begins at a heading or a block, knows the headings above it, and is
// about a screen long. Joined, the chunks are the document.

export interface Chunk {
  /** The headings above, outermost first. */
  readonly headings: readonly string[];
  readonly content: string;
}

/** Characters of about a screen: long enough for an answer, short enough to be about one thing. */
const TARGET = 1200;
/** Shorter chunks are joined with the next one under the same heading. */
const SMALL = 300;
/** Maximum length: a longer table or code block is cut between rows or lines. */
export const LONGEST_CHUNK = 4000;

const LONGEST_HEADING = 300;

const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
/** The text of a heading without closing # signs. In steps, because a single pattern takes quadratic time on a line of spaces. */
const titleOf = (said = ""): string => said.trimEnd().replace(/#+$/, "").trimEnd();
const ROW = /^\s*\|/;

interface Block {
  readonly kind: "heading" | "text" | "code" | "rows";
  readonly text: string;
  readonly level: number;
  readonly title: string;
}

/** The blocks of a text, each with the line breaks after it. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: "text" | "code" | "rows" = "text";
  let fence: string | undefined;
  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind, text: lines.join(""), level: 0, title: "" });
    lines = [];
    kind = "text";
  };
  for (const line of markdown.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const bare = line.trimEnd();
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      lines.push(line);
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && bare.trim() === mark) {
        fence = undefined;
        end();
      }
      continue;
    }
    if (mark !== undefined) {
      end();
      kind = "code";
      fence = mark;
      lines.push(line);
      continue;
    }
    // Longer lines are no real headings.
    const heading = bare.length <= LONGEST_HEADING ? HEADING.exec(bare) : null;
    if (heading) {
      end();
      blocks.push({ kind: "heading", text: line, level: heading[1]?.length ?? 1, title: titleOf(heading[2]) });
      continue;
    }
    const wanted = ROW.test(line) ? "rows" : "text";
    if (wanted !== kind && bare !== "") {
      end();
      kind = wanted;
    }
    lines.push(line);
    if (bare === "" && kind === "text") end();
    else if (bare === "") end();
  }
  end();
  return blocks;
}

/** Cuts a long block: code and rows at line ends, text at sentences, then at spaces, then between any two characters. */
function cut(text: string, kind: Block["kind"], max: number): string[] {
  if (text.length <= max) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const window = rest.slice(0, max);
    const line = window.lastIndexOf("\n") + 1;
    let at = line;
    if (kind === "text" && at < max / 3) {
      let sentence = 0;
      for (const found of window.matchAll(/[.!?。！？]["')\]]*\s+|[。！？]/g)) sentence = found.index + found[0].length;
      at = sentence >= max / 3 ? sentence : Math.max(line, window.search(/\s\S*$/) + 1);
    }
    if (at <= 0) {
      at = max;
      // Not within a surrogate pair.
      if (/[\ud800-\udbff]/.test(rest[at - 1] ?? "")) at -= 1;
    }
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  pieces.push(rest);
  return pieces;
}

/** The chunks of a Markdown text; none for a text without a word. */
export function chunk(markdown: string): Chunk[] {
  const chunks: Chunk[] = [];
  const path: { level: number; title: string }[] = [];
  let headings: readonly string[] = [];
  let held = "";
  const end = (): void => {
    if (held !== "") chunks.push({ headings, content: held });
    held = "";
  };
  for (const block of blocksOf(markdown)) {
    if (block.kind === "heading") {
      // The text so far keeps its own headings, unless it consists of headings only.
      if (held.length >= SMALL || (held !== "" && !isOnlyHeadings(held))) end();
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, title: block.title });
      headings = path.map(({ title }) => title).filter((title) => title !== "");
      held += block.text;
      continue;
    }
    // Code and tables stay whole if possible.
    const max = block.kind === "text" ? TARGET : LONGEST_CHUNK;
    for (const piece of cut(block.text, block.kind, max)) {
      if (held.length >= SMALL && held.length + piece.length > TARGET) end();
      else if (held.length + piece.length > LONGEST_CHUNK) end();
      held += piece;
    }
  }
  end();
  return chunks.filter(({ content }) => content.trim() !== "");
}
const isOnlyHeadings = (text: string): boolean => text.split("\n").every((line) => line.trim() === "" || HEADING.test(line.trimEnd()));
