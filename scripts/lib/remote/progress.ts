// Long steps say that they are still at work.

const EVERY_MS = 10_000;

/** Does the work, and says every ten seconds for how long it has been at it. */
export async function saying<T>(say: (line: string) => void, what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  say(what);
  const timer = setInterval(() => say(`${what} (${Math.round((performance.now() - began) / 1000)} s)`), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
