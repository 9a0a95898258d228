// `deploy --local`: everything short of sending. It says that the product packs, not that a deployment works.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../kernel/config/index.ts";
import { applyLocalMigrations } from "./apply-migrations.ts";
import { ensureBuilt } from "./build.ts";
import { must, runBin } from "./children.ts";
import { readDevVars } from "./dev-vars.ts";
import { BUILT_CONFIG, LOCAL_STATE } from "./paths.ts";
import { guardRuntimes } from "./workerd-guard.ts";

/** Builds, applies local migrations and runs the packaging dry run. Throws with every fault of `.dev.vars`. */
export async function deployLocal(say: (line: string) => void): Promise<void> {
  const faults = readConfig(readDevVars()).faults.map(({ variable, message }) => `.dev.vars: ${variable} ${message}`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  guardRuntimes();
  await ensureBuilt();
  say("built");
  const applied = await applyLocalMigrations(LOCAL_STATE);
  say(`local migrations: ${applied.length} applied now`);
  const out = mkdtempSync(join(tmpdir(), "seed-desk-pack-"));
  try {
    const env = { WRANGLER_WRITE_LOGS: "false" };
    await must("The packaging dry run", runBin("wrangler", ["deploy", "--dry-run", "--config", BUILT_CONFIG, "--outdir", out], { env }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
  say("packs; nothing was sent, and nothing is known about the platform by this");
}
