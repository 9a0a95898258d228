// One line from which containers strip their markers. A tab counts as the spaces to the next stop of four (CommonMark 0.31, section 2.2).

export class Line {
  readonly #text: string;
  #at = 0;
  #column = 0;
  /** Remaining columns of a tab of which a container has used some. */
  #left = 0;
  /** Columns of white space before the first other character. */
  indent = 0;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#measureIndent();
  }

  #measureIndent(): void {
    let at = this.#at;
    let column = this.#column + this.#left;
    if (this.#left > 0) at += 1;
    for (; ; at += 1) {
      const sign = this.#text[at];
      if (sign === " ") column += 1;
      else if (sign === "\t") column += 4 - (column % 4);
      else break;
    }
    this.#next = at;
    this.indent = column - this.#column;
  }

  /** The first character that is not white space; empty if there is none. */
  get sign(): string {
    return this.#text[this.#next] ?? "";
  }

  get blank(): boolean {
    return this.#next >= this.#text.length;
  }

  /** The rest of the line without leading white space. */
  rest(): string {
    return this.#text.slice(this.#next);
  }

  /** The rest of the line with its white space. */
  all(): string {
    return this.#left > 0 ? " ".repeat(this.#left) + this.#text.slice(this.#at + 1) : this.#text.slice(this.#at);
  }

  /** Removes up to this many columns of white space. */
  skip(columns: number): void {
    let remaining = columns;
    while (remaining > 0 && this.#at < this.#text.length) {
      if (this.#left > 0) {
        const took = Math.min(remaining, this.#left);
        this.#left -= took;
        this.#column += took;
        remaining -= took;
        if (this.#left === 0) this.#at += 1;
      } else if (this.#text[this.#at] === "\t") this.#left = 4 - (this.#column % 4);
      else if (this.#text[this.#at] === " ") {
        this.#at += 1;
        this.#column += 1;
        remaining -= 1;
      } else break;
    }
    this.#measureIndent();
  }

  #pass(signs: number): void {
    this.#column += this.indent + signs;
    this.#at = this.#next + signs;
    this.#left = 0;
    this.#measureIndent();
  }

  /** Removes `>` and one space. */
  quoted(): void {
    this.#pass(1);
    if (this.indent > 0) this.skip(1);
  }

  /** Removes a list marker of `signs` characters and the space after it. Returns the indent of the item's other lines. */
  item(signs: number, empty: boolean): number {
    const before = this.indent;
    this.#pass(signs);
    // More than four spaces begin a code block within the item.
    const space = empty || this.indent > 4 ? 1 : this.indent;
    this.skip(space);
    return before + signs + space;
  }
}
