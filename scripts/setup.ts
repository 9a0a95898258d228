// `pnpm run setup --local`: migrations into .generated/ and into the local database. Creates nothing elsewhere.
import { parseArgs } from "node:util";
import { applyLocalMigrations } from "./lib/apply-migrations.ts";
import { collectMigrations } from "./lib/migrations.ts";
import { LOCAL_STATE } from "./lib/paths.ts";
import { guardRuntimes } from "./lib/workerd-guard.ts";

const flags = { local: { type: "boolean" }, plan: { type: "boolean" }, remote: { type: "boolean" } } as const;
const { values } = parseArgs({ options: flags });

if (values.plan || values.remote) {
  process.stderr.write("Setting up a remote target is not available yet in this release; use --local.\n");
  process.exit(1);
}
if (!values.local) {
  process.stderr.write("usage: pnpm run setup --local\n");
  process.exit(1);
}

guardRuntimes();
const collected = collectMigrations();
const applied = await applyLocalMigrations(LOCAL_STATE);
process.stdout.write(`${collected.length} migrations, ${applied.length} applied now\n`);
process.exit(0);
