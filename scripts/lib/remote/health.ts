// Checks that the published application responds with the uploaded build and reaches database and files.
import * as v from "valibot";

/** The result of one check. `other`: another build responds; `unreachable`: no Seed Desk responds. */
export type Health =
  | { readonly kind: "healthy" }
  | { readonly kind: "other" }
  | { readonly kind: "stores"; readonly failing: readonly string[] }
  | { readonly kind: "unreachable" };

/** Older versions do not report a build id. */
const Body = v.object({
  status: v.picklist(["ok", "unavailable"]),
  build: v.optional(v.string()),
  database: v.string(),
  files: v.string(),
});

/** Checks `<base>/health` once; it must report the expected build id. */
export async function checkHealth(base: string, expected: string, timeoutMs = 10_000): Promise<Health> {
  try {
    const answer = await fetch(`${base}/health`, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const { status, build, database, files } = v.parse(Body, await answer.json());
    if (build !== expected) return { kind: "other" };
    if (answer.status === 200 && status === "ok" && database === "ok" && files === "ok") return { kind: "healthy" };
    const stores = { database, files };
    return { kind: "stores", failing: Object.entries(stores).flatMap(([name, state]) => (state === "ok" ? [] : [name])) };
  } catch {
    return { kind: "unreachable" };
  }
}

/** What is wrong with `/health`, and advice if it stays so. */
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

/** Checks until it is healthy; prints the problem every ten seconds, and throws at the time limit. */
export async function waitForHealth(
  check: () => Promise<Health>,
  { limitMs, everyMs }: { readonly limitMs: number; readonly everyMs: number },
  print: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  let printedAt = 0;
  print("waiting for /health");
  for (;;) {
    const health = await check();
    if (health.kind === "healthy") return;
    const spent = performance.now() - began;
    const [state, advice] = troubleOf(health);
    if (spent + everyMs > limitMs) {
      throw new Error(
        `The code is published, but after ${Math.round(spent / 1000)} s /health ${state}. ${advice}: deploy again later; nothing is lost.`,
      );
    }
    if (spent - printedAt >= PROGRESS_MS) {
      printedAt = spent;
      print(`/health ${state} (${Math.round(spent / 1000)} s)`);
    }
    await pause(everyMs);
  }
}
