// Whether the published application answers, and reaches both of its stores.
import * as v from "valibot";

/** What one look saw; `unreachable` while no Seed Desk answers there. */
export type Health =
  | { readonly kind: "healthy" }
  | { readonly kind: "stores"; readonly failing: readonly string[] }
  | { readonly kind: "unreachable" };

const Body = v.object({ status: v.picklist(["ok", "unavailable"]), database: v.string(), files: v.string() });

/** Looks once at `<base>/health`. */
export async function lookAtHealth(base: string, timeoutMs = 10_000): Promise<Health> {
  try {
    const answer = await fetch(`${base}/health`, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const { status, database, files } = v.parse(Body, await answer.json());
    if (answer.status === 200 && status === "ok" && database === "ok" && files === "ok") return { kind: "healthy" };
    const stores = { database, files };
    return { kind: "stores", failing: Object.entries(stores).flatMap(([name, state]) => (state === "ok" ? [] : [name])) };
  } catch {
    return { kind: "unreachable" };
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const PROGRESS_MS = 10_000;

/** Looks until it is healthy; says every ten seconds what it waits for, and throws when the time is over. */
export async function waitForHealth(
  look: () => Promise<Health>,
  { limitMs, everyMs }: { readonly limitMs: number; readonly everyMs: number },
  say: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  let told = 0;
  say("waiting for /health");
  for (;;) {
    const health = await look();
    if (health.kind === "healthy") return;
    const spent = performance.now() - began;
    const state = health.kind === "unreachable" ? "does not answer yet" : `answers, but does not reach: ${health.failing.join(", ")}`;
    if (spent + everyMs > limitMs) {
      throw new Error(
        `The code is published, but after ${Math.round(spent / 1000)} s /health ${state}. ` +
          "A new custom domain can take longer to get its certificate: deploy again later; nothing is lost.",
      );
    }
    if (spent - told >= PROGRESS_MS) {
      told = spent;
      say(`/health ${state} (${Math.round(spent / 1000)} s)`);
    }
    await pause(everyMs);
  }
}
