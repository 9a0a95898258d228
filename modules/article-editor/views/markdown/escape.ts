// Escapes characters of plain text that Markdown would interpret; the rest stays readable.
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** Plain text as Markdown. `inLink`: inside the brackets of a link; `follows`: the next character, "" at the end, undefined if unknown. */
export function escapeText(text: string, inLink: boolean, follows?: string): string {
  let out = "";
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i] ?? "";
    out += needsEscape(text, i, sign, inLink, follows) ? `\\${sign}` : sign;
  }
  return out;
}

function needsEscape(text: string, i: number, sign: string, inLink: boolean, follows = "*"): boolean {
  const before = text[i - 1] ?? "";
  const after = text[i + 1] ?? follows;
  switch (sign) {
    case "\\":
      return after === "" || PUNCTUATION.test(after);
    case "`":
    case "~":
    case "[":
      return true;
    case "]":
      return inLink;
    case "*":
      return !(before === " " && after === " ");
    case "_":
      return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after));
    case "<":
      return /[a-z/!?]/i.test(after) || after === "";
    case "&":
      return ENTITY.test(text.slice(i, i + 40)) || after === "";
    // Escape text that would be autolinked, because it was not a link.
    case ":":
      return !inLink && text.startsWith("://", i) && /(?:https?|ftp)$/i.test(text.slice(Math.max(0, i - 5), i));
    case ".":
      return !inLink && /(?:^|[^a-z\d])www$/i.test(text.slice(Math.max(0, i - 4), i));
    case "@":
      return !inLink && /[\w.+-]/.test(before) && /\w/.test(after);
    default:
      return false;
  }
}

// A line that starts so would become a heading, a quote, a list item, a rule, the underline of a heading or the second row of a table.
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|=+\s*$|-{2,}\s*$|[|:-][-|:\s]*$)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes a line of a paragraph so that it does not start another block. */
export function escapeStart(line: string): string {
  const text = line.replace(/^[^\S\u00a0]+/, "");
  if (BLOCK_START.test(text)) return `\\${text}`;
  return text.replace(NUMBERED, "$1\\$2");
}
