// Reduces Markdown to its words: links count by their text, not by their URL.

/** The target of a link or an image, also as a reference definition: `](address "title")`, `[name]: address`. */
const ADDRESS =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]+\S+.*$|^>[ \t]*\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gm;

/** Replaces URLs by spaces, so that every word keeps its position. */
export const withoutAddresses = (markdown: string): string =>
  /\]\(|\]:|\[!/.test(markdown) ? markdown.replace(ADDRESS, (found) => " ".repeat(found.length)) : markdown;

const RULE_OF_TABLE = /^[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*$/;
const CELL_BREAK = /(?<!\\)\|/;
/** A chunk may begin within a table, so a row is also known by its own outer pipes. */
const ROW = /^[ \t]*\|.*\|[ \t]*$/;
const FENCE = /^[ \t]*(?:```|~~~)/;

/** Turns rows of tables into lines without pipes: cells are separated by a dot, rows by a semicolon, and a full stop
 * ends the table. Code keeps its pipes. */
function withoutTablePipes(markdown: string): string {
  if (!markdown.includes("|")) return markdown;
  const lines = markdown.split("\n");
  let code = false;
  let table = false;
  /** The last row of the table, as an index of `out`. */
  let last: number | undefined;
  const out: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) code = !code;
    const isRule = !code && line.includes("|") && RULE_OF_TABLE.test(line);
    const next = lines[at + 1] ?? "";
    const isHead = !code && CELL_BREAK.test(line) && next.includes("|") && RULE_OF_TABLE.test(next);
    table = isHead || (table && CELL_BREAK.test(line));
    if (isRule) continue;
    if (code || !(table || ROW.test(line))) {
      if (last !== undefined && line.trim() !== "") {
        out[last] += ".";
        last = undefined;
      }
      out.push(line);
      continue;
    }
    const cells = line
      .split(CELL_BREAK)
      .map((cell) => cell.trim().replaceAll("\\|", "|"))
      .filter((cell) => cell !== "");
    const row = cells.join(" · ");
    if (row === "") continue;
    if (last !== undefined) out[last] += ";";
    last = out.push(row) - 1;
  }
  return out.join("\n");
}

/** A passage without Markdown syntax, in one line. Images in links and escaped brackets are handled. */
export function readable(markdown: string): string {
  return (
    withoutTablePipes(withoutAddresses(markdown))
      .replace(/^[ \t]*(?:```|~~~)[^\n]*$/gm, " ")
      // Rules and underlines of headings.
      .replace(/^[ \t]{0,3}(?:-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*|={2,}[ \t]*)$/gm, " ")
      .replace(/^[ \t]*(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?)+/gm, "")
      // A video is shown as its address alone in a line.
      .replace(/^[ \t]*<?https?:\/\/[^\s<>]+>?[ \t]*$/gm, " ")
      .replace(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, "$1")
      .replace(/!\[([^[\]\n]*)(?:\]|(?= {3}))/g, "$1")
      .replace(/(?<!\\)\[([^[\]\n]*)(?:\]|(?= {3}))/g, "$1")
      .replace(/(\*\*|__|~~)(?=\S)([^\n]{0,400}?\S)\1/g, "$2")
      .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?!\w)/g, "$1")
      .replace(/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, "$1")
      .replace(/(?<!`)`+([^`\n]+)`+/g, "$1")
      .replace(/\\$/gm, " ")
      .replace(/\\([!-/:-@[-`{-~])/g, "$1")
      .replace(/\s+/g, " ")
      .replace(/ ([.,;:!?)])/g, "$1")
      .trim()
  );
}
