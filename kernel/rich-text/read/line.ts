// One line from which containers strip their markers. A tab counts as the spaces to the next stop of four (CommonMark 0.31, section 2.2).

export class Line {
  readonly #text: string;
  #at = 0;
  #column = 0;
  /** Columns of a tab that are left over when a container took some of it. */
  #left = 0;
  /** Columns of white space before the first sign. */
  indent = 0;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#look();
  }

  #look(): void {
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

  /** The first sign that is no white space; empty when there is none. */
  get sign(): string {
    return this.#text[this.#next] ?? "";
  }

  get blank(): boolean {
    return this.#next >= this.#text.length;
  }

  /** From the first sign on. */
  rest(): string {
    return this.#text.slice(this.#next);
  }

  /** What is left, with its white space. */
  all(): string {
    return this.#left > 0 ? " ".repeat(this.#left) + this.#text.slice(this.#at + 1) : this.#text.slice(this.#at);
  }

  /** Takes so many columns of white space off. */
  skip(columns: number): void {
    let todo = columns;
    while (todo > 0 && this.#at < this.#text.length) {
      if (this.#left > 0) {
        const took = Math.min(todo, this.#left);
        this.#left -= took;
        this.#column += took;
        todo -= took;
        if (this.#left === 0) this.#at += 1;
      } else if (this.#text[this.#at] === "\t") this.#left = 4 - (this.#column % 4);
      else if (this.#text[this.#at] === " ") {
        this.#at += 1;
        this.#column += 1;
        todo -= 1;
      } else break;
    }
    this.#look();
  }

  #pass(signs: number): void {
    this.#column += this.indent + signs;
    this.#at = this.#next + signs;
    this.#left = 0;
    this.#look();
  }

  /** Takes `>` and one space off. */
  quoted(): void {
    this.#pass(1);
    if (this.indent > 0) this.skip(1);
  }

  /** Takes a list's sign off, so many letters, and the space behind it: the indent that the item's other lines have. */
  item(signs: number, empty: boolean): number {
    const before = this.indent;
    this.#pass(signs);
    // Five and more spaces belong to code within the item.
    const space = empty || this.indent > 4 ? 1 : this.indent;
    this.skip(space);
    return before + signs + space;
  }
}
