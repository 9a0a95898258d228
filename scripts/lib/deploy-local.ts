// `deploy --local`: everything but sending. Success means that the product can be packed, not that a deployment would work.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VARIABLES } from "../../edition/variables.ts";
import { readConfig } from "../../kernel/config/index.ts";
import { ensureBuilt } from "./build.ts";
import { must, runBin } from "./children.ts";
import { readDevVars } from "./dev-vars.ts";
import { withLocalState } from "./local-state.ts";
import { BUILT_CONFIG } from "./paths.ts";

/** Builds, applies local migrations and runs the packaging dry run. Throws with every fault of `.dev.vars`. */
export async function deployLocal(print: (line: string) => void): Promise<void> {
  const { vars, unknown } = readDevVars();
  const faults = [
    ...unknown.map((name) => `${name} isn’t a Seed Desk variable`),
    ...readConfig(vars, VARIABLES).errors.map(({ variable, message }) => `${variable} ${message}`),
  ];
  if (faults.length > 0) throw new Error(faults.map((fault) => `.dev.vars: ${fault}`).join("\n"));
  await withLocalState("deploy", async (migrate) => {
    await ensureBuilt();
    print("built");
    print(`local migrations: ${(await migrate()).length} applied now`);
  });
  const out = mkdtempSync(join(tmpdir(), "seed-desk-pack-"));
  try {
    const env = { WRANGLER_WRITE_LOGS: "false" };
    await must("The packaging dry run", runBin("wrangler", ["deploy", "--dry-run", "--config", BUILT_CONFIG, "--outdir", out], { env }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
  print("packs; nothing was sent, and nothing is known about the platform by this");
}
