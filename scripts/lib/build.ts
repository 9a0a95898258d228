// Builds the worker, the dashboard, the widget and the connector; skipped if none of their inputs changed.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packConnector } from "./archive/connector.ts";
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
  "connector",
  "LICENSE",
  "project.inlang/settings.json",
  "scripts/lib/compact.ts",
  "scripts/lib/first-files.ts",
  "scripts/lib/languages-of-build.ts",
  "scripts/lib/message-code.ts",
  "scripts/lib/thin-routes.ts",
  "vite.config.ts",
  "vite.widget.config.ts",
  "vite.connector.config.ts",
  "scripts/lib/archive/connector.ts",
  "scripts/lib/archive/tar.ts",
  "wrangler.jsonc",
  "package.json",
  "pnpm-lock.yaml",
].map((path) => inRoot(path));

const isInput = (file: string): boolean => !/\.(test\.tsx?|md|sql)$/.test(file) || file.endsWith("connector/README.md");

const sourceHash = (config: string): string => hashOf([...INPUTS, config], isInput);

/**
 * The build id that `/health` reports. It depends only on the sources and the configuration. The configuration of a remote target contains
 * ids that nobody can guess, so its variables cannot be found by trying values.
 */
const idOf = (hash: string): string => `build_${hash.slice(0, 16)}`;

/** Where to build, and with which configuration. */
export interface BuildOptions {
  /** The worker's configuration. */
  readonly config: string;
  /** Where server/ and client/ go. */
  readonly into: string;
}

const OWN: BuildOptions = { config: inRoot("wrangler.jsonc"), into: inRoot("dist") };

/** Removes the pointer that the plugin leaves, by which a plain `wrangler deploy` would publish this build. */
const removePointer = (): void => rmSync(inRoot(".wrangler/deploy"), { recursive: true, force: true });

/** Runs Vite. It ends with this process, because a surviving build would write into the folder of the next one. */
const vite = (what: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> =>
  must(`Building ${what}`, runBin("vite", ["build", ...args], { env, endsWithParent: true }));

/** Prepares the state that new installations copy. Loaded late, because an up-to-date build needs no runtime. */
async function prepareNewStates(into: string): Promise<void> {
  if (into !== OWN.into || process.env["SEED_DESK_BUILD"] !== undefined) return;
  const { prepareState } = await import("./apply-migrations.ts");
  await prepareState();
}

/**
 * Compiles, collects and builds what is out of date, and returns the build id. Prints to standard error only if there is work. A remote
 * target has its own configuration and folder, so that its variables stay out of dist/.
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
    await vite("the connector", ["-c", "vite.connector.config.ts", "--outDir", join(into, "connector")]);
    packConnector(join(into, "connector"), join(into, "client/downloads"));
  } finally {
    removePointer();
    process.off("exit", removePointer);
  }
  // Vite copies the private variables next to the worker; the server reads the original, so the copy is removed.
  rmSync(join(into, "server/.dev.vars"), { force: true });
  // Nothing reads the worker's own manifest, and it names packages by where they are installed.
  rmSync(join(into, "server/.vite"), { recursive: true, force: true });
  writeStamp(stamp, wanted);
  await prepareNewStates(into);
  return idOf(wanted);
}
