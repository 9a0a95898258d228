// Generates texts built to be slow: a repeated short pattern, or a repeated opening one followed by a repeated closing one.

/** A repeated text; of two, the first fills the first half and the second the other, so that everything is nested. */
export type Pattern = string | readonly [opens: string, closes: string];

/** Every character that some parser gives a meaning to, and common neighbours. */
const TOKENS: readonly string[] = [
  ..."*_~`|#&\\@:;=+-!?.,\"'()[]{}<>/$%^".split(""),
  ..."a b 1 0 x".split(" "),
  ..." |\t|\n|\r\n|\n\n|  \n|    |\u00a0|\u200f|\u202e|\u2067|\u2069".split("|"),
  ..."** __ ~~ ``` ~~~ *** --- === !( ]( ][ ]: ![ [^ [! [x] () (< >) ){".split(" "),
  ..."> |- |* |1.|1. |2) |# |### |\n> |\n- |\n1. |\n# |\n    |\n|a|\n|-|\n".split("|"),
  ..."|-|,|:-:|,\n|-|\n,| ".split(","),
  ...'<a|<a |</a>|<b>|<!--|-->|<?|?>|<![CDATA[|]]>|<!A |<p>|<div|</div>|<li>|<td>|<script>|<style>|<br>|<img src="|<pre>|<code>|="|=\'|/>'.split(
    "|",
  ),
  ..."&amp;|&#42;|&#x|&lt|http://|https://|www.|mailto:|ftp://|a@b.c|@b.c|.com|://|javascript:|data:".split("|"),
  ..."On |wrote:|From: |-- \n|> > |Am |schrieb|Re: |=?utf-8?q?|?=|Content-Type: |boundary=|=3D|=\n|;|utm_a=|Received: by ".split("|"),
  ..."字|かな|한글|ไทย|é|e\u0301|ß|😀|👩\u200d👩|ا|שלום|ḿ|\ud83d".split("|"),
  "[a]: b\n",
  "[a](b)",
  "![a](b)",
  "**a** ",
  "| a | b |\n",
  "<loc>",
  "</loc>",
  "Disallow: /*",
  "\0",
];

/** Patterns that have frozen a browser or a worker, and ones that parsers are known to be slow on. */
export const GIVEN: readonly string[] = [
  "a_**",
  "*a_",
  "~|**",
  "_a)_",
  "**1.",
  "*a **b",
  "a**b_c*",
  "[a](b",
  '[a](b "',
  "![[]()",
  "[[",
  "[a",
  "`a``b",
  "<!--a",
  '<a b="',
  "<a b='<c d=\"'\" ",
  "<?a",
  "<![CDATA[a",
  "<!A ",
  "a@",
  "a.b@c.",
  "http://a",
  "www.a(",
  "http://a)",
  "&amp",
  "\\\\`",
  "~~a~",
  "> - ",
  "- a\n  ",
  "[a]: b '",
  "|a",
  "a|\n",
  "    a\n",
  " ",
  "\t",
  "\n",
  " \n",
  "a ",
  "<div><p>",
  "<td><table>",
  "> a\nb\n",
  "* a\n\n",
  "\u2067a",
  "(a",
  "*_~`",
  "a\u00a0",
  '<a href="x">',
  "On 1 wrote:\n",
  "_ _*",
  "*_ ",
  "\\_*",
];

/** Nested constructs: parsers of emphasis, pictures, and links each look far for a partner. */
export const NESTED: readonly Pattern[] = [
  ["**a ", "b** "],
  ["~~a ", "b~~ "],
  ["*a _a ~~a ", "a~~ a_ a* "],
  ["*", "*a"],
  ["![", "](b)"],
  ["![", "](http://b)"],
  ["[![", "](http://b)](http://c)"],
  ["[", "]"],
  ["<div>", "</div>"],
  ["(", ")"],
];

/** Random numbers from a seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Patterns of one to five characters. */
export function randomPatterns(seed: number, count: number): string[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, i) => Array.from({ length: 1 + (i % 5) }, () => TOKENS[next(TOKENS.length)]).join(""));
}

/** The pattern repeated to this length, ended by a letter, so that a search for a closing mark at the end fails. */
export const textOf = (pattern: Pattern, length: number): string =>
  typeof pattern === "string"
    ? `${filled(pattern, length - 1)}x`
    : `${filled(pattern[0], length / 2)}x${filled(pattern[1], length / 2 - 1)}`;

const filled = (sign: string, length: number): string => sign.repeat(Math.ceil(length / sign.length)).slice(0, length);
