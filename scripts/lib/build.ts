// Builds the worker, the dashboard and the widget; skipped when nothing that goes into them changed.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { must, runBin } from "./children.ts";
import { hashOf, isStamped, writeStamp } from "./content-hash.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { BUILT_CONFIG, inRoot } from "./paths.ts";

const INPUTS = [
  "kernel",
  "modules",
  "edition",
  "dashboard",
  "project.inlang/settings.json",
  "scripts/lib/compact.ts",
  "scripts/lib/thin-routes.ts",
  "vite.config.ts",
  "vite.widget.config.ts",
  "wrangler.jsonc",
  "package.json",
  "pnpm-lock.yaml",
].map((path) => inRoot(path));

const matters = (file: string): boolean => !/\.(test\.tsx?|md|sql)$/.test(file);

const sourceHash = (config: string): string => hashOf([...INPUTS, config], matters);

/**
 * What `/health` tells of a build. It follows from the sources and the configuration alone, wherever and whenever they are built;
 * the ids in a remote target's keep anybody from finding its variables by trying.
 */
const idOf = (hash: string): string => `build_${hash.slice(0, 16)}`;

/** A build other than the checkout's own. */
export interface BuildOptions {
  /** The worker's configuration. */
  readonly config: string;
  /** Where server/ and client/ go. */
  readonly into: string;
}

const OWN: BuildOptions = { config: inRoot("wrangler.jsonc"), into: inRoot("dist") };

/** The plugin leaves a pointer by which a bare `wrangler deploy` would publish what it built, perhaps to a remote target. */
const removePointer = (): void => rmSync(inRoot(".wrangler/deploy"), { recursive: true, force: true });

/** Ends with us: a build that went on would write into the next one's folder. */
const vite = (what: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> =>
  must(`Building ${what}`, runBin("vite", ["build", ...args], { env, endsWithUs: true }));

/** What starts of this checkout's own build begin with: loaded late, for a build that is up to date needs no runtime. */
async function prepareNewStates(into: string): Promise<void> {
  if (into !== OWN.into || process.env["SEED_DESK_BUILD"] !== undefined) return;
  const { prepareState } = await import("./apply-migrations.ts");
  await prepareState();
}

/**
 * Compiles, collects and builds what is out of date. Says so on standard error only when there is work. A remote target has its own
 * configuration and folder, so that its variables stay out of dist/. Answers the build's id.
 */
export async function ensureBuilt({ config, into } = OWN): Promise<string> {
  removePointer();
  collectMigrations();
  await compileMessages();
  const stamp = join(into, ".built");
  const wanted = sourceHash(config);
  const emitted = into === OWN.into ? BUILT_CONFIG : join(into, "server/wrangler.json");
  if (existsSync(emitted) && isStamped(stamp, wanted)) {
    await prepareNewStates(into);
    return idOf(wanted);
  }
  process.stderr.write("Building\n");
  rmSync(into, { recursive: true, force: true });
  process.on("exit", removePointer); // signals end the scripts through process.exit
  try {
    await vite("the worker and the dashboard", ["--outDir", into], {
      SEED_DESK_CONFIG: config,
      SEED_DESK_BUILD_ID: idOf(wanted),
    });
    await vite("the widget", ["-c", "vite.widget.config.ts", "--outDir", join(into, "client")]);
  } finally {
    removePointer();
    process.off("exit", removePointer);
  }
  // Vite copies the private variables beside the worker; serving reads the original, and nothing else may.
  rmSync(join(into, "server/.dev.vars"), { force: true });
  writeStamp(stamp, wanted);
  await prepareNewStates(into);
  return idOf(wanted);
}
