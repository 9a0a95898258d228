// What we use of papaparse. Its own types bring those of Node into the browser's code.
declare module "papaparse" {
  interface Parsed {
    readonly data: string[][];
    readonly errors: readonly { readonly type: "Quotes" | "Delimiter" | "FieldMismatch"; readonly row?: number }[];
    /** `truncated`: there were more rows than `preview`. */
    readonly meta: { readonly delimiter: string; readonly truncated: boolean };
  }
  const papa: {
    /** Calls `step` with each row, until it aborts. */
    parse(
      text: string,
      options: {
        readonly newline: string;
        readonly delimiter: string;
        /** False: a text without quotes is not split as a whole. */
        readonly fastMode?: boolean;
        readonly step: (row: { readonly data: string[]; readonly errors: Parsed["errors"] }, parser: { abort(): void }) => void;
      },
    ): void;
    parse(
      text: string,
      options: {
        readonly step?: never;
        readonly skipEmptyLines?: "greedy";
        readonly newline: string;
        readonly preview?: number;
        readonly delimiter?: string;
        readonly delimitersToGuess?: readonly string[];
      },
    ): Parsed;
  };
  export default papa;
}
