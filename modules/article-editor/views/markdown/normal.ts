// Normalizes inline content to the one form that Markdown can express: character by character, with the marks of each.
import type { Block, Mark } from "./tree.ts";

/** A character, a break or an image. */
export interface Unit {
  readonly sign: string;
  readonly image?: Block;
  marks: ReadonlyMap<Mark["type"], Mark>;
}
const BREAK = "\n";
const IMAGE = "\ufffc";
const isSpace = (unit: Unit | undefined): boolean =>
  unit !== undefined && (unit.sign === " " || unit.sign === BREAK) && !unit.marks.has("code");
const isWord = (unit: Unit | undefined): boolean => unit !== undefined && (unit.image !== undefined || /[\p{L}\p{N}]/u.test(unit.sign));
const isPunctuation = (unit: Unit | undefined): boolean =>
  unit !== undefined && unit.image === undefined && !unit.marks.has("code") && !unit.marks.has("link") && /[\p{P}\p{S}]/u.test(unit.sign);
const sameMark = (a: Mark | undefined, b: Mark | undefined): boolean =>
  a?.type === b?.type && a?.attrs?.href === b?.attrs?.href && (a?.attrs?.title ?? null) === (b?.attrs?.title ?? null);

/**
 * Normalizes the content: no space at the ends, around breaks or twice in a row; marks start and end at a character other than a space, and
 * not at punctuation next to a word outside; a break within a mark belongs to the mark.
 */
export function normal(nodes: readonly Block[]): Unit[] {
  const units = collapsed(nodes.flatMap(unitsOf));
  for (const type of ["link", "bold", "italic", "strike"] as const) {
    joinBreaks(units, type);
    for (const [from, to] of runs(units, type)) narrow(units, type, from, to);
  }
  return units;
}

function unitsOf(node: Block): Unit[] {
  const marks = new Map((node.marks ?? []).map((mark) => [mark.type, mark]));
  if (node.type === "hardBreak") return [{ sign: BREAK, marks: new Map() }];
  if (node.type === "image") return [{ sign: IMAGE, image: oneLine(node), marks }];
  const text = marks.has("code") ? (node.text ?? "").replaceAll("\n", " ") : (node.text ?? "").replaceAll(/[^\S\u00a0]/g, " ");
  return Array.from(text, (sign) => ({ sign, marks }));
}

/** An image with its description on one line and without the two characters that cannot be escaped there. */
function oneLine(image: Block): Block {
  const alt = String(image.attrs?.["alt"] ?? "")
    .replaceAll("`", "'")
    .replaceAll("\\", "/");
  return { ...image, attrs: { ...image.attrs, alt: alt.replaceAll(/\s+/g, " ").trim(), title: image.attrs?.["title"] || null } };
}
const HOLDERS = new Set(["bulletList", "orderedList", "listItem", "blockquote"]);
/** Whether a block is empty. */
export function isBlank({ type, content = [] }: Block): boolean {
  if (HOLDERS.has(type)) return content.every(isBlank);
  return (type === "paragraph" || type === "heading") && content.every(isBlankPiece);
}
const isBlankPiece = ({ type, marks = [], text = "" }: Block): boolean =>
  type === "hardBreak" || (type === "text" && !marks.some((mark) => mark.type === "code") && /^[^\S\u00a0]*$/.test(text));

function collapsed(units: readonly Unit[]): Unit[] {
  const out: Unit[] = [];
  for (const unit of units) {
    const before = out.at(-1);
    if (isSpace(unit) && unit.sign === " " && (before === undefined || isSpace(before))) continue;
    if (unit.sign === BREAK) {
      while (out.at(-1)?.sign === " " && isSpace(out.at(-1))) out.pop();
      if (out.length === 0) continue;
    }
    out.push({ ...unit });
  }
  while (isSpace(out.at(-1))) out.pop();
  return out;
}

function joinBreaks(units: Unit[], type: Mark["type"]): void {
  for (const [i, unit] of units.entries()) {
    if (unit.sign !== BREAK || unit.image || unit.marks.has("code")) continue;
    const mark = units[i - 1]?.marks.get(type);
    let next = i + 1;
    while (units[next]?.sign === BREAK) next += 1;
    if (mark && sameMark(mark, units[next]?.marks.get(type))) unit.marks = new Map([...unit.marks, [type, mark]]);
  }
}

function* runs(units: readonly Unit[], type: Mark["type"]): Generator<[number, number]> {
  for (let from = 0; from < units.length;) {
    const mark = units[from]?.marks.get(type);
    let to = from + 1;
    if (mark) {
      while (to < units.length && units[to]?.marks.has(type) && sameMark(mark, units[to]?.marks.get(type))) to += 1;
      yield [from, to];
    }
    from = to;
  }
}
function narrow(units: Unit[], type: Mark["type"], from: number, to: number): void {
  const drop = (i: number): void => {
    const unit = units[i];
    if (unit) unit.marks = new Map([...unit.marks].filter(([name]) => name !== type));
  };
  const loose = (i: number, outside: number): boolean =>
    isSpace(units[i]) || (type !== "link" && isPunctuation(units[i]) && isWord(units[outside]));
  let [first, last] = [from, to - 1];
  while (first <= last && loose(first, first - 1)) drop(first++);
  while (first <= last && loose(last, last + 1)) drop(last--);
}

/** The units converted back to nodes. */
export function leavesOf(units: readonly Unit[]): Block[] {
  const out: Block[] = [];
  let before: Unit | undefined;
  for (const unit of units) {
    const marks = [...unit.marks.values()];
    const last = out.at(-1);
    if (unit.image) out.push({ ...unit.image, marks });
    else if (unit.sign === BREAK && !unit.marks.has("code")) out.push({ type: "hardBreak", marks });
    else if (last?.type === "text" && before && sameUnitMarks(before, unit))
      out[out.length - 1] = { ...last, text: `${last.text}${unit.sign}` };
    else out.push({ type: "text", text: unit.sign, marks });
    before = unit;
  }
  return out;
}
const sameUnitMarks = (a: Unit, b: Unit): boolean =>
  a.marks.size === b.marks.size && [...a.marks].every(([type, mark]) => b.marks.has(type) && sameMark(mark, b.marks.get(type)));

/** Whether both have the same content and marks. */
export const sameUnits = (a: readonly Unit[], b: readonly Unit[]): boolean =>
  a.length === b.length &&
  a.every((unit, i) => {
    const other = b[i];
    return (
      other !== undefined &&
      unit.sign === other.sign &&
      sameUnitMarks(unit, other) &&
      ["src", "alt", "title"].every((name) => (unit.image?.attrs?.[name] ?? null) === (other.image?.attrs?.[name] ?? null))
    );
  });
