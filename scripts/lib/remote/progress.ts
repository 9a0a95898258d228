// Shows progress of long steps.

const EVERY_MS = 10_000;

/** Runs `work` and prints every ten seconds how long it has taken so far. */
export async function withProgress<T>(print: (line: string) => void, step: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  print(step);
  const timer = setInterval(() => print(`${step} (${Math.round((performance.now() - began) / 1000)} s)`), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
