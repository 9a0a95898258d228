// No parser of people's text may be slow: for twice the text at most two and a half times the time. The short form runs with `npm test`;
// LONG=1 tries thousands of patterns, and gives article parsers texts as long as an article may be. SEED repeats a run.
import assert from "node:assert/strict";
import { test } from "vitest";
import { GIVEN, NESTED, type Pattern, randomPatterns, textOf } from "./patterns.ts";

export interface Parser {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** Reads a hundred times slower than the others: it is given fewer patterns. */
  readonly slow?: boolean;
  /** Milliseconds that it takes at most by bounds of its own, whatever the length. */
  readonly most?: number;
}
/** A parser and its name. */
export const parser = (name: string, read: Parser["read"], slow = false): Parser => ({ name, read, slow });

const LONG = process.env["LONG"] === "1";
const SEED = Number(process.env["SEED"] ?? (LONG ? Date.now() % 1_000_000 : 13));
/** Of 1 to 5 signs, besides those that are given. */
const COUNT = LONG ? 2_720 : 24;
/** Characters of the shorter and the longer text. */
const SIZES = [4_000, 16_000] as const;
/** The longer is as long as an article may be: for what is given, when there is time. */
const LONG_SIZES = [49_750, 199_000] as const;
/** Twice the text, two and a half times the time: four times, six and a quarter. */
const MOST = 2.5 ** 2;
/** Milliseconds that the longer text may always take: what is this fast freezes nobody, and is not measured well. */
const FLOOR = 8;
/** Milliseconds of processor time that a figure is made of: the clock of threads goes in steps of some. */
const MEASURED = 24;
/** Every how many patterns one that is slow by nature is given. */
const EVERY = 6;

/** Processor time of one reading: what else runs on the machine does not count. */
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

/** Why the pattern is too slow for the parser; undefined: it is not. */
async function fault(parser: Parser, pattern: Pattern, [less, more]: readonly [number, number]): Promise<string | undefined> {
  const text = textOf(pattern, more);
  // What one look already shows to be quick enough is not measured.
  const once = await clocked(parser, text);
  if (once < (parser.most ?? FLOOR)) return undefined;
  const shorter = textOf(pattern, less);
  if (once <= MOST * Math.min(await clocked(parser, shorter), await clocked(parser, shorter))) return undefined;
  // What was measured while the engine compiled, cleaned up or shared its cache is measured again: the quickest of the longer
  // text against the middle one of the shorter.
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
/** Every eighth within the one before, as well. */
const random: readonly Pattern[] = repeated.flatMap((pattern, i) =>
  i % 8 === 7 ? [pattern, [repeated[i - 1] ?? "", pattern]] : [pattern],
);
const always = [...GIVEN, ...NESTED];

/** One test for each parser. */
export function scan(parsers: readonly Parser[]): void {
  for (const parser of parsers)
    test(`${parser.name}: linear (seed ${SEED})`, async () => {
      const given = always.map((pattern) => [pattern, SIZES] as const);
      const longer = LONG ? always.map((pattern) => [pattern, LONG_SIZES] as const) : [];
      const patterns = [...given, ...longer, ...random.map((pattern) => [pattern, SIZES] as const)].filter(
        (_, i) => !parser.slow || i % EVERY === 0,
      );
      const faults: string[] = [];
      for (const [pattern, sizes] of patterns) {
        const found = await fault(parser, pattern, sizes);
        if (found !== undefined) faults.push(found);
        if (faults.length >= 5) break;
      }
      assert.deepEqual(faults, []);
    });
}
