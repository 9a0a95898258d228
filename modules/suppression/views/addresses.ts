// Finds the addresses in a pasted list or a CSV file, whatever else is in it.
import { Email } from "#kernel/wire/values.ts";
import * as v from "valibot";

/** Bytes of a file, and addresses of it, that are added at once. */
export const MAX_BYTES = 5_000_000;
export const MOST = 5000;
/** No address is longer. */
const LONGEST = 254;

export interface Found {
  /** Each once, in lower case. */
  readonly addresses: readonly string[];
  /** Parts with an `@` that are no address: the first few, and how many. */
  readonly wrong: readonly string[];
  readonly wrongCount: number;
}
/** Separators of lists, quotes, brackets, and everything that no address contains. */
const BETWEEN = /[\s,;|"'<>()[\]\\\p{Cc}]+/u;

export function addressesIn(text: string): Found {
  const addresses = new Set<string>();
  const wrong: string[] = [];
  let wrongCount = 0;
  for (const part of text.split(BETWEEN)) {
    if (!part.includes("@")) continue;
    const bare = part.replace(/^mailto:/i, "").replace(/[.:]+$/, "");
    const parsed = bare.length <= LONGEST ? v.safeParse(Email, bare) : undefined;
    if (parsed?.success) addresses.add(parsed.output);
    else {
      wrongCount += 1;
      if (wrong.length < 3) wrong.push(part.slice(0, 80));
    }
  }
  return { addresses: [...addresses], wrong, wrongCount };
}
