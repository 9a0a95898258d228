// `node scripts/export.ts --to <file>`: writes this machine's stopped installation in the format that scripts/import-legacy.mjs reads.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { refusePending } from "./lib/backup/gate.ts";
import { lockState } from "./lib/backup/lock.ts";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { endWithUsage, optionsOrUsage } from "./lib/flags.ts";
import { writeExport } from "./lib/legacy/export.ts";
import { openObjects } from "./lib/legacy/objects.ts";
import { openInstallation, stateIn } from "./lib/legacy/state.ts";
import { inRoot } from "./lib/paths.ts";
import { Refused } from "./lib/refused.ts";

const USAGE = "node scripts/export.ts --to <file> [--persist-to <folder>] [--at <time>]";

async function run(to: string, persistTo: string, at: string): Promise<string> {
  const state = stateIn(persistTo);
  if (!existsSync(state)) throw new Refused(`${state} does not exist: there is nothing to export`);
  refusePending(state);
  const unlock = lockState(state, "an export");
  const objects = openObjects(state);
  try {
    const db = openInstallation(state, false);
    try {
      const records = await writeExport(db, objects, to, at);
      return `${to}\n${records.toLocaleString("en")} records. It contains personal data: keep it as you keep a backup.\n`;
    } finally {
      db.close();
    }
  } finally {
    await objects.close();
    unlock();
  }
}

stopOnSignals();
const values = optionsOrUsage(USAGE, { to: { type: "string" }, "persist-to": { type: "string" }, at: { type: "string" } });
const at = new Date(values.at ?? Date.now());
if (values.to === undefined || Number.isNaN(at.getTime())) endWithUsage(USAGE);
process.stdout.write(await orExit(run(resolve(values.to), resolve(values["persist-to"] ?? inRoot(".wrangler/state")), at.toISOString())));
process.exit(0);
