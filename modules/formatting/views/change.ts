// What the toolbar does to a text and its selection. Pure: Markdown in, Markdown out, and nothing but the asked-for signs changes.

/** A text with what of it is selected. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
/** Signs around words, by what they mean. */
export const SIGNS = { bold: "**", italic: "_", strike: "~~", code: "`" } as const;
export type Sign = keyof typeof SIGNS;
export type Lines = "bullets" | "numbers" | "quote";

const replaced = ({ text }: Selected, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);

/** Puts the sign around the selection, or takes it away where it is. Without a selection it goes around the caret. */
export function toggleSign(at: Selected, sign: Sign): Selected {
  const mark = SIGNS[sign];
  const { text } = at;
  // Spaces at the edges stay outside: signs beside them mean nothing.
  const inside = text.slice(at.from, at.to);
  const from = at.from + (inside.length - inside.trimStart().length);
  const to = Math.max(from, at.to - (inside.length - inside.trimEnd().length));
  const chosen = text.slice(from, to);
  if (hasAround(text, from, to, mark))
    return { text: replaced(at, from - mark.length, to + mark.length, chosen), from: from - mark.length, to: to - mark.length };
  if (chosen.length > 2 * mark.length && hasAround(text, from + mark.length, to - mark.length, mark)) {
    const bare = chosen.slice(mark.length, -mark.length);
    return { text: replaced(at, from, to, bare), from, to: from + bare.length };
  }
  return { text: replaced(at, from, to, mark + chosen + mark), from: from + mark.length, to: to + mark.length };
}
/** Whether exactly this sign stands on both sides, not a longer one. */
function hasAround(text: string, from: number, to: number, mark: string): boolean {
  const last = mark[0] ?? "";
  const before = /[*_~`]*$/.exec(text.slice(0, from))?.[0] ?? "";
  const after = /^[*_~`]*/.exec(text.slice(to))?.[0] ?? "";
  const count = (run: string): number => [...run].filter((each) => each === last).length;
  return before.endsWith(mark) && after.startsWith(mark) && count(before) >= mark.length && count(after) >= mark.length;
}

const PREFIX: Readonly<Record<Lines, RegExp>> = { bullets: /^[-*] /, numbers: /^\d{1,9}[.)] /, quote: /^> ?/ };

/** Makes the lines of the selection a list or a quote, or takes that away where all of them are. Another kind of list is replaced. */
export function toggleLines(at: Selected, lines: Lines): Selected {
  const from = at.text.lastIndexOf("\n", at.from - 1) + 1;
  const next = at.text.indexOf("\n", at.to);
  const to = next < 0 ? at.text.length : next;
  const all = at.text.slice(from, to).split("\n");
  const isOn = all.every((line) => line === "" || PREFIX[lines].test(line)) && all.some((line) => line !== "");
  let number = 0;
  const made = all.map((line) => {
    if (line === "" && all.length > 1) return line;
    const bare = isOn || lines === "quote" ? line : line.replace(PREFIX.bullets, "").replace(PREFIX.numbers, "");
    if (isOn) return line.replace(PREFIX[lines], "");
    number += 1;
    return `${lines === "bullets" ? "- " : lines === "numbers" ? `${number}. ` : "> "}${bare}`;
  });
  const by = made.join("\n");
  // A list right below a paragraph would be part of it.
  const blank = !isOn && from > 0 && at.text[from - 2] !== "\n" && at.text[from - 2] !== undefined ? "\n" : "";
  const text = replaced(at, from, to, blank + by);
  const end = from + blank.length + by.length;
  return at.from === at.to ? { text, from: end, to: end } : { text, from: from + blank.length, to: end };
}

/** Puts the selected lines into a block of code. */
export function codeBlock(at: Selected): Selected {
  const chosen = at.text.slice(at.from, at.to);
  const longest = Math.max(2, ...[...chosen.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const before = at.from === 0 || at.text.slice(0, at.from).endsWith("\n\n") ? "" : at.text[at.from - 1] === "\n" ? "\n" : "\n\n";
  const after = at.to === at.text.length || at.text[at.to] === "\n" ? "" : "\n\n";
  const from = at.from + before.length + fence.length + 1;
  return { text: replaced(at, at.from, at.to, `${before}${fence}\n${chosen}\n${fence}${after}`), from, to: from + chosen.length };
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;
/** Makes the selection a link, and selects what is to be typed next: the address, or the words for it. */
export function link(at: Selected): Selected {
  const chosen = at.text.slice(at.from, at.to);
  if (ADDRESS.test(chosen)) {
    const from = at.from + 1;
    return { text: replaced(at, at.from, at.to, `[](${chosen})`), from, to: from };
  }
  const words = chosen.replaceAll(/\s+/g, " ").trim();
  const address = "https://";
  const text = replaced(at, at.from, at.to, `[${words}](${address})`);
  if (words === "") return { text, from: at.from + 1, to: at.from + 1 };
  const from = at.from + words.length + 3;
  return { text, from, to: from + address.length };
}

/** Puts a text in place of the selection, with the caret behind it. */
export function insert(at: Selected, by: string): Selected {
  const end = at.from + by.length;
  return { text: replaced(at, at.from, at.to, by), from: end, to: end };
}
