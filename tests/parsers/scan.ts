// Checks that every parser of user text is linear: twice the text takes at most two and a half times as long. The short form runs with `npm
// test`; LONG=1 tries thousands of patterns, and gives article parsers texts as long as an article may be. SEED repeats a run.
import assert from "node:assert/strict";
import { test } from "vitest";
import { GIVEN, NESTED, type Pattern, randomPatterns, textOf } from "./patterns.ts";

export interface Parser {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** A hundred times slower than the others by design: it gets fewer patterns. */
  readonly slow?: boolean;
  /** An upper bound in milliseconds that the parser enforces itself, whatever the length. */
  readonly most?: number;
}
/** A parser and its name. */
export const parser = (name: string, read: Parser["read"], slow = false): Parser => ({ name, read, slow });

const LONG = process.env["LONG"] === "1";
const SEED = Number(process.env["SEED"] ?? (LONG ? Date.now() % 1_000_000 : 13));
/** Number of random patterns besides the given ones. */
const COUNT = LONG ? 2_720 : 24;
/** Lengths of the shorter and the longer text, in characters. */
const SIZES = [4_000, 16_000] as const;
/** Long lengths, the longer one as long as an article may be: for the given patterns, when there is time. */
const LONG_SIZES = [49_750, 199_000] as const;
/** The allowed ratio: two and a half for twice the text, its square for four times. */
const MOST = 2.5 ** 2;
/** Milliseconds that the longer text may always take: this fast harms nobody and cannot be measured well. */
const FLOOR = 8;
/** Minimum milliseconds of processor time per measurement: the thread clock advances in coarse steps. */
const MEASURED = 24;
/** A slow parser gets every sixth pattern. */
const EVERY = 6;

/** Processor time of one parse; other work on the machine does not count. */
async function timeOf({ read }: Parser, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    await read(text);
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= MEASURED || runs >= 40) return spent / runs;
  }
}

async function clocked({ read }: Parser, text: string): Promise<number> {
  const began = performance.now();
  await read(text);
  return performance.now() - began;
}

/** Why the parser is too slow for the pattern; undefined when it is not. */
async function fault(parser: Parser, pattern: Pattern, [less, more]: readonly [number, number]): Promise<string | undefined> {
  const text = textOf(pattern, more);
  // A parse that is quick enough at the first try needs no measurement.
  const once = await clocked(parser, text);
  if (once < (parser.most ?? FLOOR)) return undefined;
  const shorter = textOf(pattern, less);
  if (once <= MOST * Math.min(await clocked(parser, shorter), await clocked(parser, shorter))) return undefined;
  // A figure may include the engine's compilation, garbage collection, or cache misses: measure again, the quickest of the longer text
  // against the median of the shorter.
  const [long, short]: [number[], number[]] = [[], []];
  for (let tries = 0; tries < 6; tries += 1) {
    long.push(await timeOf(parser, text));
    const quickest = Math.min(...long);
    if (quickest < (parser.most ?? FLOOR)) return undefined;
    short.push(await timeOf(parser, shorter));
    const middle = short.toSorted((a, b) => a - b)[Math.floor(short.length / 2)] ?? 0;
    if (quickest <= middle * MOST) return undefined;
    if (quickest > 5_000) break;
  }
  return `${JSON.stringify(pattern)}: ${Math.min(...short).toFixed(1)} ms for ${less} characters, ${Math.min(...long).toFixed(1)} ms for ${more}`;
}

const repeated = randomPatterns(SEED, COUNT);
/** Every eighth pattern also nested within the one before. */
const random: readonly Pattern[] = repeated.flatMap((pattern, i) =>
  i % 8 === 7 ? [pattern, [repeated[i - 1] ?? "", pattern]] : [pattern],
);
const always = [...GIVEN, ...NESTED];

/** Registers one test for each parser. */
export function scan(parsers: readonly Parser[]): void {
  for (const parser of parsers)
    test(`${parser.name} takes linear time (seed ${SEED})`, async () => {
      const given = always.map((pattern) => [pattern, SIZES] as const);
      const longer = LONG ? always.map((pattern) => [pattern, LONG_SIZES] as const) : [];
      const patterns = [...given, ...longer, ...random.map((pattern) => [pattern, SIZES] as const)].filter(
        (_, i) => !parser.slow || i % EVERY === 0,
      );
      const suspects: (typeof patterns)[number][] = [];
      for (const one of patterns) {
        if ((await fault(parser, one[0], one[1])) !== undefined) suspects.push(one);
        if (suspects.length >= 5) break;
      }
      // Once more at another moment: what is not linear is slow again, while a full heap passes.
      const faults: (string | undefined)[] = [];
      for (const [pattern, sizes] of suspects) faults.push(await fault(parser, pattern, sizes));
      assert.deepEqual(
        faults.filter((found) => found !== undefined),
        [],
      );
    });
}
