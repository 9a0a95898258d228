// What we use of papaparse. Its own types bring those of Node into the browser's code.
declare module "papaparse" {
  interface Parsed {
    readonly data: string[][];
    readonly errors: readonly { readonly type: "Quotes" | "Delimiter" | "FieldMismatch"; readonly row?: number }[];
  }
  const papa: {
    parse(text: string, options: { skipEmptyLines: "greedy"; delimitersToGuess: readonly string[] }): Parsed;
  };
  export default papa;
}
