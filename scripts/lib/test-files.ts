// Files of node:test out of several suites in one queue, a few at a time: while one waits for what it started, another one works.
import { countNodeTest } from "./counts.ts";
import { runNode } from "./children.ts";
import { inRoot } from "./paths.ts";
import type { Outcome } from "./steps.ts";

export interface Timed extends Outcome {
  readonly ms: number;
}

/** In a process of its own each, which ends when nothing that it started runs any more. */
const FLAGS = ["--test", "--test-isolation=none", "--test-reporter=spec", "--test-timeout=120000"];
/** What something left open keeps from ending. Far above the longest file on a busy machine. */
const LIMIT = 20 * 60_000;

async function runFile(file: string): Promise<Timed> {
  const ran = await runNode([...FLAGS, inRoot(file)], { limitMs: LIMIT });
  return { ...countNodeTest(ran), ms: ran.ms };
}

/** `longest`: names of the files that take longest, in that order; they begin first, so that none of them is left over at the end. */
export class FileQueue {
  readonly #width: number;
  readonly #longest: readonly string[];
  readonly #waiting: { readonly file: string; readonly done: (outcome: Timed) => void }[] = [];
  #running = 0;

  constructor(width: number, longest: readonly string[] = []) {
    this.#width = width;
    this.#longest = longest;
  }

  run(file: string): Promise<Timed> {
    return new Promise((done) => {
      this.#waiting.push({ file, done });
      // Whoever asks in the same turn is in the queue before the first file begins.
      setImmediate(() => this.#next());
    });
  }

  #rank(file: string): number {
    const at = this.#longest.findIndex((name) => file.endsWith(name));
    return at < 0 ? this.#longest.length : at;
  }

  #next(): void {
    if (this.#running >= this.#width) return;
    const [first] = this.#waiting.toSorted((a, b) => this.#rank(a.file) - this.#rank(b.file));
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running += 1;
    void runFile(first.file)
      .then(first.done)
      .finally(() => {
        this.#running -= 1;
        this.#next();
      });
  }
}
