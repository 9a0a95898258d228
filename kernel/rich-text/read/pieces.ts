// The pieces of one paragraph while it is parsed: a doubly linked list, so that emphasis anywhere can become a node without copying.
import type { RichText } from "../tree.ts";

/** A link as it was found. `bare`: a bare address or an image of another host, which does not become a link within another link. */
export interface Link {
  readonly type: "link";
  readonly href: string;
  readonly title: string | null;
  /** The link as it was typed. */
  readonly raw: string;
  readonly bare: boolean;
}
/** Makes the node of a link. */
export type MakeLink<X> = (link: Link, children: RichText<X>[]) => RichText<X>;

/** A piece of a paragraph: text, a finished node, or a wrapper. `X`: additional nodes of the flavour, such as images. */
export interface Piece<X> {
  /** Its characters, if it is text. */
  text: string;
  /** A finished node. */
  node: RichText<X> | undefined;
  /** Emphasis or a link around the list that begins at `first`. */
  wrap: { readonly type: "strong" | "em" | "del" } | Link | undefined;
  first: Piece<X> | undefined;
  prev: Piece<X> | undefined;
  next: Piece<X> | undefined;
  /** Nesting of emphasis and links; also set on the first piece of a list that is too deep to be wrapped. */
  height: number;
}

export class Pieces<X extends { readonly type: string }> {
  readonly first: Piece<X> = this.#piece("");
  last: Piece<X> = this.first;

  #piece(text: string): Piece<X> {
    return { text, node: undefined, wrap: undefined, first: undefined, prev: undefined, next: undefined, height: 0 };
  }

  /** Appends a piece. */
  add(text: string, more: Partial<Pick<Piece<X>, "node" | "wrap">> = {}): Piece<X> {
    const piece = Object.assign(this.#piece(text), more);
    piece.prev = this.last;
    this.last.next = piece;
    this.last = piece;
    return piece;
  }

  /** Wraps everything between two pieces (`to` undefined: up to the end). Returns undefined if it is empty or too deep. */
  enclose(from: Piece<X>, to: Piece<X> | undefined, wrap: NonNullable<Piece<X>["wrap"]>, deepest: number): Piece<X> | undefined {
    const first = from.next;
    if (first === undefined || first === to) return undefined;
    let height = 0;
    for (let at: Piece<X> | undefined = first; at !== undefined && at !== to && height < deepest; at = at.next)
      height = Math.max(height, at.height);
    if (height >= deepest) {
      // Every wrapper around this is too deep as well; the mark on the first piece spares them another scan of the list.
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

  /** Removes a piece. */
  remove(piece: Piece<X>): void {
    if (piece.prev) piece.prev.next = piece.next;
    if (piece.next) piece.next.prev = piece.prev;
    else if (this.last === piece && piece.prev) this.last = piece.prev;
  }

  /** Removes a piece and everything after it. */
  cut(piece: Piece<X>): void {
    this.last = piece.prev ?? this.first;
    this.last.next = undefined;
  }

  /** The finished nodes, with adjacent texts joined. */
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
