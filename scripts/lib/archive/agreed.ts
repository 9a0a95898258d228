// Makes the archives until two builds agree. Once in a hundred times or so, the bundler wrote other names into its files on a busy machine
// (https://github.com/rolldown/rolldown/pull/10882 describes one way), and nobody can compare such an archive with another one.
import type { Archive } from "./delivery.ts";

/** Builds that are made at most. */
const MOST = 3;

/**
 * What two builds agree on. `say` hears when they don't. Throws if no two of three have the same bytes, which means that something about
 * this machine or the sources changes what is built.
 */
export async function agreed<T extends readonly Archive[]>(make: () => Promise<T>, say: (line: string) => void): Promise<T> {
  const made: T[] = [];
  while (made.length < MOST) {
    const archives = await make();
    const same = made.find((earlier) => earlier.every(({ bytes }, at) => archives[at]?.bytes.equals(bytes)));
    if (same) return same;
    made.push(archives);
    if (made.length > 1 && made.length < MOST) say("Two builds of the commit differ. Building once more.");
  }
  throw new Error(`${MOST} builds of the same commit are all different, so nobody could check the artifact. Nothing was written.`);
}
