// Whether the published application answers, as the build that was just uploaded, and reaches both of its stores.
import * as v from "valibot";

/** What one look saw. `other`: another build than the wanted one answers; `unreachable`: no Seed Desk does. */
export type Health =
  | { readonly kind: "healthy" }
  | { readonly kind: "other" }
  | { readonly kind: "stores"; readonly failing: readonly string[] }
  | { readonly kind: "unreachable" };

/** Versions before the id of a build do not tell one. */
const Body = v.object({
  status: v.picklist(["ok", "unavailable"]),
  build: v.optional(v.string()),
  database: v.string(),
  files: v.string(),
});

/** Looks once at `<base>/health`, which this build has to answer. */
export async function lookAtHealth(base: string, wanted: string, timeoutMs = 10_000): Promise<Health> {
  try {
    const answer = await fetch(`${base}/health`, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const { status, build, database, files } = v.parse(Body, await answer.json());
    if (build !== wanted) return { kind: "other" };
    if (answer.status === 200 && status === "ok" && database === "ok" && files === "ok") return { kind: "healthy" };
    const stores = { database, files };
    return { kind: "stores", failing: Object.entries(stores).flatMap(([name, state]) => (state === "ok" ? [] : [name])) };
  } catch {
    return { kind: "unreachable" };
  }
}

/** What `/health` does, and what to know when it goes on doing so. */
function troubleOf(health: Exclude<Health, { kind: "healthy" }>): readonly [state: string, advice: string] {
  switch (health.kind) {
    case "other":
      return [
        "still answers as another build than the one just uploaded",
        "The platform may need longer to bring it everywhere, or somebody else published meanwhile",
      ];
    case "stores":
      return [`answers, but does not reach: ${health.failing.join(", ")}`, "The platform may have trouble of its own"];
    case "unreachable":
      return ["does not answer yet", "A new custom domain can take longer to get its certificate"];
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
    const [state, advice] = troubleOf(health);
    if (spent + everyMs > limitMs) {
      throw new Error(
        `The code is published, but after ${Math.round(spent / 1000)} s /health ${state}. ${advice}: deploy again later; nothing is lost.`,
      );
    }
    if (spent - told >= PROGRESS_MS) {
      told = spent;
      say(`/health ${state} (${Math.round(spent / 1000)} s)`);
    }
    await pause(everyMs);
  }
}
