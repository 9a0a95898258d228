// The pieces of one paragraph while it is parsed: a doubly linked list, so that marks anywhere become nodes without copying.
import type { RichText } from "../tree.ts";

/** A link as it was found. `bare`: an address in the text or a picture of another host, which is no link within one. */
export interface Link {
  readonly type: "link";
  readonly href: string;
  readonly title: string | null;
  /** The link as it was typed. */
  readonly raw: string;
  readonly bare: boolean;
}
/** What becomes of a link that its words were found for. */
export type MakeLink<X> = (link: Link, children: RichText<X>[]) => RichText<X>;

/** What a piece may hold: `X` stands for pictures of the dialect. */
export interface Piece<X> {
  /** Its own letters, when it is text. */
  text: string;
  /** What it is otherwise; children still in the list come from `first`. */
  node: RichText<X> | undefined;
  /** A mark or link around what `first` begins. */
  wrap: { readonly type: "strong" | "em" | "del" } | Link | undefined;
  first: Piece<X> | undefined;
  prev: Piece<X> | undefined;
  next: Piece<X> | undefined;
  /** How many marks and links lie within each other here; also set where something begins that is too deep to be enclosed. */
  height: number;
}

export class Pieces<X extends { readonly type: string }> {
  readonly first: Piece<X> = this.#piece("");
  last: Piece<X> = this.first;

  #piece(text: string): Piece<X> {
    return { text, node: undefined, wrap: undefined, first: undefined, prev: undefined, next: undefined, height: 0 };
  }

  /** Adds a piece at the end. */
  add(text: string, more: Partial<Pick<Piece<X>, "node" | "wrap">> = {}): Piece<X> {
    const piece = Object.assign(this.#piece(text), more);
    piece.prev = this.last;
    this.last.next = piece;
    this.last = piece;
    return piece;
  }

  /** Puts all that stands between two pieces into one (`to` undefined: to the end). Undefined when it would lie too deep. */
  enclose(from: Piece<X>, to: Piece<X> | undefined, wrap: NonNullable<Piece<X>["wrap"]>, deepest: number): Piece<X> | undefined {
    const first = from.next;
    if (first === undefined || first === to) return undefined;
    let height = 0;
    for (let at: Piece<X> | undefined = first; at !== undefined && at !== to && height < deepest; at = at.next)
      height = Math.max(height, at.height);
    if (height >= deepest) {
      // Whatever encloses this as well is too deep. Found here at once, or every pair around it would look at all of it again.
      first.height = deepest;
      return undefined;
    }
    const piece = Object.assign(this.#piece(""), { wrap, first, height: height + 1 });
    const last = to === undefined ? this.last : (to.prev as Piece<X>);
    first.prev = undefined;
    last.next = undefined;
    piece.prev = from;
    from.next = piece;
    piece.next = to;
    if (to === undefined) this.last = piece;
    else to.prev = piece;
    return piece;
  }

  /** Takes a piece out. */
  remove(piece: Piece<X>): void {
    if (piece.prev) piece.prev.next = piece.next;
    if (piece.next) piece.next.prev = piece.prev;
    else if (this.last === piece && piece.prev) this.last = piece.prev;
  }

  /** Takes a piece out and all behind it. */
  cut(piece: Piece<X>): void {
    this.last = piece.prev ?? this.first;
    this.last.next = undefined;
  }

  /** The finished nodes; neighbouring texts are one for whoever reads or copies them. */
  nodes(make: MakeLink<X>): RichText<X>[] {
    return finished(this.first, false, make);
  }
}

function finished<X extends { readonly type: string }>(first: Piece<X> | undefined, inLink: boolean, make: MakeLink<X>): RichText<X>[] {
  const out: RichText<X>[] = [];
  let words: string[] = [];
  const flush = (): void => {
    const text = words.join("");
    if (text !== "") out.push({ type: "text", text });
    words = [];
  };
  const push = (node: RichText<X>): void => {
    if (node.type === "text" && "text" in node) words.push(node.text as string);
    else {
      flush();
      out.push(node);
    }
  };
  for (let piece = first; piece !== undefined; piece = piece.next) {
    const { wrap } = piece;
    if (wrap === undefined) {
      if (piece.node !== undefined) push(piece.node);
      else words.push(piece.text);
    } else if (wrap.type !== "link") {
      flush();
      out.push({ type: wrap.type, children: finished(piece.first, inLink, make) });
    } else if (wrap.bare && inLink) finished(piece.first, true, make).forEach(push);
    else {
      flush();
      out.push(make(wrap, finished(piece.first, true, make)));
    }
  }
  flush();
  return out;
}
