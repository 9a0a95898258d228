// postal-mime with what is costly exchanged. As delivered it keeps every line as pieces of a Blob (20 µs a line), doubles memory for
// every pad in base64, and turns HTML into text in quadratic time: 8 MB could take 20 s. The version is pinned; tests hold time and result.
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
  /** The texts of the mail in their order: of an alternative both forms in one entry. */
  readonly textMap: ReadonlyMap<Node, { readonly plain?: readonly Text[]; readonly html?: readonly Text[] }>;
  renderTextContent(): void;
}
interface Text {
  readonly value: string | object;
}

/** The base of the three: pieces, joined once. */
class Pieces {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  protected add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  async finalize(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.#bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    return whole.buffer;
  }
}

const LF = Uint8Array.of(10);
class Plain extends Pieces implements Decoder {
  update(line: Uint8Array): void {
    if (line.length > 0) this.add(line);
    this.add(LF);
  }
}

const hex = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};
const EQUALS = 61;
class QuotedPrintable extends Pieces implements Decoder {
  update(line: Uint8Array): void {
    const soft = line.at(-1) === EQUALS;
    const end = soft ? line.length - 1 : line.length;
    const decoded = new Uint8Array(end + 1);
    let length = 0;
    for (let i = 0; i < end; i += 1) {
      const byte = line[i] ?? 0;
      const high = byte === EQUALS && i + 2 < end ? hex(line[i + 1] ?? 0) : -1;
      const low = high < 0 ? -1 : hex(line[i + 2] ?? 0);
      decoded[length] = low < 0 ? byte : high * 16 + low;
      length += 1;
      if (low >= 0) i += 2;
    }
    if (!soft) {
      decoded[length] = 10;
      length += 1;
    }
    if (length > 0) this.add(decoded.subarray(0, length));
  }
}

const SEXTETS = new Int8Array(256).fill(-1);
for (const [i, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  SEXTETS[letter.charCodeAt(0)] = i;
/** Padding ends a unit: some programs pad every line. Bits that are left over at one carry nothing. */
class Base64 extends Pieces implements Decoder {
  #bits = 0;
  #held = 0;

  update(line: Uint8Array): void {
    const decoded = new Uint8Array(Math.ceil((line.length * 3) / 4) + 3);
    let length = 0;
    for (let i = 0; i < line.length; i += 1) {
      const byte = line[i] ?? 0;
      const sextet = SEXTETS[byte] ?? -1;
      if (byte === EQUALS) this.#held = 0;
      if (sextet < 0) continue;
      this.#bits = ((this.#bits << 6) | sextet) & 0xffff;
      this.#held += 6;
      if (this.#held < 8) continue;
      this.#held -= 8;
      decoded[length] = this.#bits >> this.#held;
      length += 1;
    }
    if (length > 0) this.add(decoded.subarray(0, length));
  }
}

const internals = (parser: PostalMime): Internals => parser as unknown as Internals;
const prototype = Object.getPrototypeOf(internals(new PostalMime()).root) as Node;
prototype.setupContentDecoder = function exchange(this: Node, encoding: string): void {
  if (/base64/i.test(encoding)) this.contentDecoder = new Base64();
  else this.contentDecoder = /quoted-printable/i.test(encoding) ? new QuotedPrintable() : new Plain();
};

/** RFC 3676: soft line ends join lines of one depth of quotation only. The library's own joins an answer to the quotation above it. */
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

/** All types in the tree, those of its branches too. */
function* types(node: Node): Generator<string> {
  yield node.contentType.parsed.value;
  for (const child of node.childNodes) yield* types(child);
}

// All headers of all parts.
const LIMITS = { maxHeadersSize: 512 * 1024, maxNestingDepth: MAX_DEPTH, forceRfc822Attachments: true };

/** One piece of the body in the forms that it came in. */
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
