// Where the title of a card breaks, and how large it is. Pure: whoever draws measures.

/** Width of a text in pixels at a size. */
export type Measure = (text: string, size: number) => number;
export interface Layout {
  readonly lines: readonly string[];
  /** In pixels. */
  readonly size: number;
}

const SIZES = [80, 72, 64, 56, 50, 44] as const;
const MAX_LINES = 4;
const ELLIPSIS = "…";

/** The largest size at which the title fits four lines; at the smallest one what is too long ends with an ellipsis. */
export function layoutTitle(title: string, locale: string, width: number, measure: Measure): Layout {
  const parts = partsOf(title, locale);
  for (const size of SIZES) {
    const lines = linesOf(parts, width, size, measure);
    // A word that is wider than the card is broken at the smallest size only.
    if (lines.length <= MAX_LINES && lines.every((line) => measure(line, size) <= width)) return { lines, size };
  }
  const size = SIZES.at(-1) as number;
  const lines = linesOf(parts, width, size, measure).flatMap((line) => broken(line, width, size, measure));
  if (lines.length <= MAX_LINES) return { lines, size };
  return { lines: [...lines.slice(0, MAX_LINES - 1), shortened(lines[MAX_LINES - 1] ?? "", width, size, measure)], size };
}

/** Pieces between which a line may break. Punctuation stays with what precedes it, and what opens with what follows. */
function partsOf(title: string, locale: string): string[] {
  const parts: string[] = [];
  let opening = "";
  for (const { segment } of segmenter(locale, "word").segment(title.replace(/\s+/g, " ").trim())) {
    if (segment === " " || parts.length === 0) parts.push(opening + segment);
    else if (/^[\p{Ps}\p{Pi}]+$/u.test(segment)) {
      opening += segment;
      continue;
    } else if (/^(?:\p{P}|\p{M}|\u200d|\ufe0f)+$/u.test(segment) && opening === "") parts.push((parts.pop() ?? "") + segment);
    // Words that no space parts, as in Chinese, may be parted; those of one such as "e-mail" may not.
    else if (!isDense(segment) && parts.at(-1) !== " ") parts.push((parts.pop() ?? "") + opening + segment);
    else parts.push(opening + segment);
    opening = "";
  }
  if (opening !== "") parts.push(opening);
  return parts;
}
/** Scripts that are written without spaces. */
const isDense = (text: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u.test(
    text,
  );

function segmenter(locale: string, granularity: "word" | "grapheme"): Intl.Segmenter {
  try {
    return new Intl.Segmenter(locale, { granularity });
  } catch {
    return new Intl.Segmenter("en", { granularity });
  }
}

function linesOf(parts: readonly string[], width: number, size: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && measure((line + part).trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}
/** Breaks a line within a word, between what readers take for characters. */
function broken(line: string, width: number, size: number, measure: Measure): string[] {
  if (measure(line, size) <= width) return [line];
  const characters = [...segmenter("en", "grapheme").segment(line)].map(({ segment }) => segment);
  return linesOf(characters, width, size, measure);
}
function shortened(line: string, width: number, size: number, measure: Measure): string {
  const characters = [...segmenter("en", "grapheme").segment(line)].map(({ segment }) => segment);
  while (characters.length > 0 && measure(characters.join("").trimEnd() + ELLIPSIS, size) > width) characters.pop();
  return characters.join("").trimEnd() + ELLIPSIS;
}

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The direction of a text, by its first letter. */
export const directionOf = (text: string): "ltr" | "rtl" => (RTL.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr");
