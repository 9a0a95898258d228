// Wraps postal-mime and replaces its costly parts. The library stores every line as pieces of a Blob (20 µs a line), doubles memory for
// every base64 padding, and converts HTML to text in quadratic time: 8 MB could take 20 s. The version is pinned; tests check time and
// results.
import PostalMime, { type Attachment } from "postal-mime";
import { MAX_DEPTH } from "./bounds.ts";

interface Decoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}
interface Node {
  contentDecoder: Decoder | null;
  readonly contentType: { readonly parsed: { readonly value: string } };
  readonly childNodes: readonly Node[];
  setupContentDecoder(encoding: string): void;
  decodeFlowedText(text: string, delSp: boolean): string;
}
interface Internals {
  readonly root: Node;
  /** The text parts in order; an alternative has both forms in one entry. */
  readonly textMap: ReadonlyMap<Node, { readonly plain?: readonly Text[]; readonly html?: readonly Text[] }>;
  renderTextContent(): void;
}
interface Text {
  readonly value: string | object;
}

/** Base of the three decoders: bytes in growing chunks, joined once. An array per line would take more memory than its bytes. */
class Chunks {
  #full: Uint8Array[] = [];
  protected chunk = new Uint8Array(512);
  protected at = 0;

  /** Makes room for so many more bytes from `at` on. */
  protected room(bytes: number): void {
    if (this.chunk.length - this.at >= bytes) return;
    this.#full.push(this.chunk.subarray(0, this.at));
    this.chunk = new Uint8Array(Math.max(bytes, Math.min(this.chunk.length * 2, 262_144)));
    this.at = 0;
  }

  async finalize(): Promise<ArrayBuffer> {
    const all = [...this.#full, this.chunk.subarray(0, this.at)];
    const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of all) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#full = [];
    return whole.buffer;
  }
}

const LF = 10;
class Plain extends Chunks implements Decoder {
  update(line: Uint8Array): void {
    this.room(line.length + 1);
    this.chunk.set(line, this.at);
    this.at += line.length;
    this.chunk[this.at++] = LF;
  }
}

const hex = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};
const EQUALS = 61;
class QuotedPrintable extends Chunks implements Decoder {
  update(line: Uint8Array): void {
    const soft = line.at(-1) === EQUALS;
    const end = soft ? line.length - 1 : line.length;
    this.room(end + 1);
    for (let i = 0; i < end; i += 1) {
      const byte = line[i] ?? 0;
      const high = byte === EQUALS && i + 2 < end ? hex(line[i + 1] ?? 0) : -1;
      const low = high < 0 ? -1 : hex(line[i + 2] ?? 0);
      this.chunk[this.at++] = low < 0 ? byte : high * 16 + low;
      if (low >= 0) i += 2;
    }
    if (!soft) this.chunk[this.at++] = LF;
  }
}

const SEXTETS = new Int8Array(256).fill(-1);
for (const [i, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  SEXTETS[letter.charCodeAt(0)] = i;
/** Padding ends a unit, because some programs pad every line. Remaining bits at that point are meaningless. */
class Base64 extends Chunks implements Decoder {
  #bits = 0;
  #held = 0;

  update(line: Uint8Array): void {
    this.room(Math.ceil((line.length * 3) / 4) + 3);
    for (let i = 0; i < line.length; i += 1) {
      const byte = line[i] ?? 0;
      const sextet = SEXTETS[byte] ?? -1;
      if (byte === EQUALS) this.#held = 0;
      if (sextet < 0) continue;
      this.#bits = ((this.#bits << 6) | sextet) & 0xffff;
      this.#held += 6;
      if (this.#held < 8) continue;
      this.#held -= 8;
      this.chunk[this.at++] = this.#bits >> this.#held;
    }
  }
}

const internals = (parser: PostalMime): Internals => parser as unknown as Internals;
const prototype = Object.getPrototypeOf(internals(new PostalMime()).root) as Node;
prototype.setupContentDecoder = function exchange(this: Node, encoding: string): void {
  if (/base64/i.test(encoding)) this.contentDecoder = new Base64();
  else this.contentDecoder = /quoted-printable/i.test(encoding) ? new QuotedPrintable() : new Plain();
};

/** RFC 3676: soft line breaks join only lines of the same quote depth. The library would join an answer to the quotation above it. */
prototype.decodeFlowedText = (text, delSp) => {
  const lines: string[] = [];
  let parts: string[] = [];
  let depth = 0;
  let soft = false;
  const end = (): void => {
    lines.push((depth > 0 ? `${">".repeat(depth)} ` : "") + parts.join(""));
    parts = [];
  };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const quotes = /^>{1,100}/.exec(line)?.[0].length ?? 0;
    const rest = line.slice(quotes).replace(/^ /, "");
    if (i > 0 && (!soft || quotes !== depth)) end();
    depth = quotes;
    soft = rest.endsWith(" ") && rest !== "-- ";
    parts.push(soft && delSp ? rest.slice(0, -1) : rest);
  }
  end();
  return lines.join("\n");
};

/** All content types in the tree, including those of branches. */
function* types(node: Node): Generator<string> {
  yield node.contentType.parsed.value;
  for (const child of node.childNodes) yield* types(child);
}

// Total of all headers of all parts.
const LIMITS = { maxHeadersSize: 512 * 1024, maxNestingDepth: MAX_DEPTH, forceRfc822Attachments: true };

/** One text part in the forms in which it came. */
export interface Piece {
  readonly plain: string | null;
  readonly html: string | null;
}
export interface Mime {
  readonly pieces: readonly Piece[];
  readonly attachments: readonly Attachment[];
  readonly types: readonly string[];
}
const joined = (texts: readonly Text[] | undefined): string | null =>
  texts === undefined ? null : texts.map(({ value }) => (typeof value === "string" ? value : "")).join("\n");

export async function readMime(bytes: Uint8Array): Promise<Mime> {
  const parser = new PostalMime(LIMITS);
  const inside = internals(parser);
  inside.renderTextContent = () => undefined;
  const { attachments } = await parser.parse(bytes);
  return {
    pieces: [...inside.textMap.values()].map(({ plain, html }) => ({ plain: joined(plain), html: joined(html) })),
    attachments,
    types: [...new Set(types(inside.root))],
  };
}
