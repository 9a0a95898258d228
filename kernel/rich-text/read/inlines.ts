// Parses inline Markdown (CommonMark 0.31, section 6, with GitHub's strikethrough and bare addresses) in one forward pass: each character
// is examined a bounded number of times, whatever surrounds it.
import type { RichText } from "../tree.ts";
import { type BareAddress, localEnd, mailAt, webAddresses } from "./addresses.ts";
import { Delimiters, flanks } from "./delimiters.ts";
import { angles } from "./html.ts";
import { type Definitions, folded, labelAt, type Target, targetAt } from "./links.ts";
import { type MakeLink, type Piece, Pieces } from "./pieces.ts";

/** Maximum nesting of emphasis and links; beyond it the delimiters stay as typed. */
const DEEPEST = 16;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Decodes named entities. */
export const named = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#39);/g, (_all, name: string | undefined) => NAMED[name ?? "apos"] as string);

const numbered = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g,
    (_all, name?: string, dec?: string, hex?: string) => {
      if (name !== undefined) return NAMED[name] as string;
      const code = dec === undefined ? Number.parseInt(hex ?? "", 16) : Number(dec);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
    },
  );

/** Differences between the flavours of messages and articles. */
export interface Flavour<X> {
  /** Whether every line break is kept. */
  readonly breaks: boolean;
  /** The address if it may be opened; undefined: the link becomes its text. */
  readonly href: (href: string) => string | undefined;
  /** The node of an image; undefined: it becomes a link. */
  readonly picture: (href: string, alt: string, title: string | null, raw: string) => X | undefined;
  /** Makes the node of a link, if it needs more than the address. */
  readonly link?: MakeLink<X>;
}

interface Bracket<X extends { readonly type: string }> {
  readonly piece: Piece<X>;
  readonly image: boolean;
  /** Where its text begins. */
  readonly from: number;
  readonly marks: Delimiters<X>["top"];
  /** Whether another bracket was opened after it. */
  holdsBracket: boolean;
  /** Nesting of images within it: each image reads its text again. */
  pictures: number;
}

/** Characters without meaning in Markdown. Bare addresses are looked for at the beginning of words. */
const PLAIN_RUN = /[^\\`*_~[\]!<\n@a-zA-Z0-9.+-]+/y;
const WORD = /[a-zA-Z0-9]+/y;

/** Text as it was typed, with its line breaks. */
export const typedLines = (text: string): RichText[] =>
  text
    .split("\n")
    .flatMap((row, i): RichText[] => [...(i > 0 ? [{ type: "br" } as const] : []), ...(row ? [{ type: "text", text: row } as const] : [])]);

/** Parses the inline content of one paragraph, heading or cell. */
export function inlines<X extends { readonly type: string }>(text: string, links: Definitions, flavour: Flavour<X>): RichText<X>[] {
  const pieces = new Pieces<X>();
  const marks = new Delimiters<X>(pieces, DEEPEST);
  const brackets: Bracket<X>[] = [];
  /** Brackets of links below this index are inactive, because a link cannot contain a link. */
  let inactiveBelow = 0;
  /** Number of open runs by kind: a bare address ends before a delimiter that may close one. */
  const openRuns = { "**": 0, "*": 0, "~~": 0 };
  const angle = angles(text);
  const webAt = webAddresses(text);
  let ticks: Map<number, number[]> | undefined;
  let inAnchor = false;
  let localChecked = 0;
  let at = 0;
  let from = 0;

  /** Adds everything since the last piece as text. */
  const flush = (): void => {
    if (at > from) pieces.add(numbered(text.slice(from, at)));
  };
  const continueAt = (to: number): void => {
    at = to;
    from = to;
  };
  /** Adds a link for a bare address, or for an image that is not shown. */
  const linkTo = (href: string, words: string, raw: string, title: string | null = null): void => {
    const open = flavour.href(named(href));
    if (open === undefined) return void pieces.add(named(words));
    const around = pieces.add("", { wrap: { type: "link", href: open, title, raw, bare: true } });
    around.first = { ...around, text: named(words), wrap: undefined, prev: undefined };
    around.height = 1;
  };

  function code(): void {
    let end = at;
    while (text[end] === "`") end += 1;
    const length = end - at;
    if (ticks === undefined) {
      ticks = new Map();
      for (const run of text.matchAll(/`+/g)) {
        const same = ticks.get(run[0].length);
        if (same === undefined) ticks.set(run[0].length, [run.index]);
        else same.push(run.index);
      }
      // In reverse, so that runs before the current position can be popped.
      for (const same of ticks.values()) same.reverse();
    }
    const same = ticks.get(length) ?? [];
    while (same.length > 0 && (same.at(-1) as number) < end) same.pop();
    const close = same.at(-1);
    if (close === undefined) {
      at = end;
      return;
    }
    flush();
    const raw = text.slice(end, close).replaceAll("\n", " ");
    const inner = raw.length > 1 && raw.startsWith(" ") && raw.endsWith(" ") && raw.trim() !== "" ? raw.slice(1, -1) : raw;
    pieces.add("", { node: { type: "code", text: inner } });
    continueAt(close + length);
  }

  function run(sign: "*" | "_" | "~"): void {
    let end = at;
    while (text[end] === sign) end += 1;
    const typed = end - at;
    if (sign === "~" && typed > 2) {
      at = end;
      return;
    }
    flush();
    const before = at === 0 ? "" : (/.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? "");
    const behind = end === text.length ? "" : String.fromCodePoint(text.codePointAt(end) as number);
    const can = flanks(sign, before, behind);
    const piece = pieces.add(sign.repeat(typed));
    if (can.opens || can.closes) marks.add({ sign, piece, typed, ...can });
    const kind = sign.repeat(Math.min(typed, 2));
    if (kind === "**" || kind === "*" || kind === "~~") {
      if (can.closes && openRuns[kind] > 0) openRuns[kind] -= 1;
      else if (can.opens) openRuns[kind] += 1;
    }
    continueAt(end);
  }

  function open(image: boolean): void {
    flush();
    const last = brackets.at(-1);
    if (last) last.holdsBracket = true;
    const end = at + (image ? 2 : 1);
    brackets.push({ piece: pieces.add(image ? "![" : "["), image, from: end, marks: marks.top, holdsBracket: false, pictures: 0 });
    continueAt(end);
  }

  function close(): void {
    const bracket = brackets.pop();
    const pictures = (bracket?.pictures ?? 0) + (bracket?.image ? 1 : 0);
    const around = brackets.at(-1);
    if (around !== undefined) around.pictures = Math.max(around.pictures, pictures);
    const active = bracket !== undefined && (bracket.image ? pictures <= DEEPEST : brackets.length >= inactiveBelow);
    inactiveBelow = Math.min(inactiveBelow, brackets.length);
    const found = active ? target(bracket) : undefined;
    if (bracket === undefined || found === undefined) {
      at += 1;
      return;
    }
    flush();
    if (bracket.image) {
      // The alternative text is not parsed.
      const alt = named(text.slice(bracket.from, at).replace(/\\([[\]])/g, "$1"));
      marks.drop(bracket.marks);
      pieces.cut(bracket.piece);
      const raw = text.slice(bracket.from - 2, found.to);
      const own = flavour.picture(named(found.href), alt, found.title && named(found.title), raw);
      if (own) pieces.add("", { node: own });
      else linkTo(found.href, alt || found.href, raw, found.title);
    } else {
      marks.resolve(bracket.marks);
      const href = flavour.href(named(found.href));
      // Without an address that may be opened only the text remains.
      if (href !== undefined) {
        // A link without text would be invisible, so it shows its address.
        if (bracket.piece === pieces.last) pieces.add(href);
        const raw = text.slice(bracket.from - 1, found.to);
        const link = { type: "link", href, title: found.title && named(found.title), raw, bare: false } as const;
        if (pieces.enclose(bracket.piece, undefined, link, DEEPEST) === undefined) {
          at += 1;
          from = at - 1;
          return;
        }
      }
      pieces.remove(bracket.piece);
      inactiveBelow = brackets.length;
    }
    continueAt(found.to);
  }

  function target(bracket: Bracket<X>): (Target & { readonly to: number }) | undefined {
    const inline = targetAt(text, at + 1);
    if (inline !== undefined || links.size === 0) return inline;
    const reference = labelAt(text, at + 1);
    const label = reference?.label ?? (bracket.holdsBracket || at - bracket.from > 999 ? undefined : text.slice(bracket.from, at));
    const found = label === undefined ? undefined : links.get(folded(label));
    return found && { ...found, to: reference?.to ?? (text.startsWith("[]", at + 1) ? at + 3 : at + 1) };
  }

  function lineBreak(): void {
    let end = at;
    while (end > from && text[end - 1] === " ") end -= 1;
    const hard = flavour.breaks || at - end >= 2;
    const to = at + 1;
    at = end;
    flush();
    if (hard) pieces.add("", { node: { type: "br" } });
    else pieces.add("\n");
    let next = to;
    while (text[next] === " " || text[next] === "\t") next += 1;
    continueAt(next);
  }

  function angleBracket(): void {
    const found = angle(at);
    if (found === undefined) {
      at += 1;
      return;
    }
    flush();
    if (found.href !== undefined) linkTo(found.href, found.words ?? found.href, text.slice(at, found.to));
    else {
      const raw = text.slice(at, found.to);
      inAnchor = /^<a /i.test(raw) || (inAnchor && !/^<\/a>/i.test(raw));
      for (const node of typedLines(raw)) pieces.add("", { node });
    }
    continueAt(found.to);
  }

  /** Reads a bare address at the beginning of a word, or just the word. */
  function word(): void {
    const before = text[at - 1] ?? " ";
    const found = inAnchor ? undefined : (web(before) ?? mail());
    if (found !== undefined) {
      flush();
      linkTo(found.href, text.slice(at, found.to), text.slice(at, found.to));
      return continueAt(found.to);
    }
    WORD.lastIndex = at;
    const end = WORD.test(text) ? WORD.lastIndex : at + 1;
    // An address with a scheme may begin within a word.
    const scheme = !inAnchor && text.startsWith("://", end) ? text.slice(at + 1, end).search(/(?:https?|ftp)$/i) : -1;
    at = scheme < 0 ? end : at + 1 + scheme;
  }

  function web(before: string): BareAddress | undefined {
    const first = text[at] as string;
    if ("wW".includes(first) ? !/[\s*_~(]/.test(before) : !"hHfF".includes(first)) return undefined;
    const stop = (Object.keys(openRuns) as (keyof typeof openRuns)[]).filter((sign) => openRuns[sign] > 0);
    // Within brackets an address ends before a closing bracket, even an escaped one.
    return webAt(at, brackets.length > 0 ? ["]", "\\", ...stop] : stop);
  }

  function mail(): BareAddress | undefined {
    const scheme = /(?:mailto|xmpp):/y;
    scheme.lastIndex = at;
    if (scheme.test(text)) return text[localEnd(text, scheme.lastIndex)] === "@" ? mailAt(text, at) : undefined;
    if (at < localChecked) return undefined;
    localChecked = localEnd(text, at);
    return text[localChecked] === "@" ? mailAt(text, at) : undefined;
  }

  while (at < text.length) {
    PLAIN_RUN.lastIndex = at;
    if (PLAIN_RUN.test(text)) {
      at = PLAIN_RUN.lastIndex;
      continue;
    }
    const sign = text[at] as string;
    switch (sign) {
      case "\\":
        if (text[at + 1] === "\n") {
          flush();
          pieces.add("", { node: { type: "br" } });
          continueAt(at + 2);
        } else if (/[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) {
          flush();
          pieces.add(text[at + 1] as string);
          continueAt(at + 2);
        } else at += 1;
        break;
      case "`":
        code();
        break;
      case "*":
      case "_":
      case "~":
        run(sign);
        break;
      case "[":
        open(false);
        break;
      case "!":
        if (text[at + 1] === "[") open(true);
        else at += 1;
        break;
      case "]":
        close();
        break;
      case "<":
        angleBracket();
        break;
      case "\n":
        lineBreak();
        break;
      case "@":
        at += 1;
        break;
      default:
        word();
    }
  }
  flush();
  marks.resolve(undefined);
  return pieces.nodes(flavour.link ?? (({ href }, children) => ({ type: "link", href, children })));
}
