// Runs the migrations in a process that a test kills: `node migrate-child.ts <state>`. It prints a line when it begins.
import { applyLocalMigrations } from "../../scripts/lib/apply-migrations.ts";
import { guardRuntimes } from "../../scripts/lib/workerd-guard.ts";

guardRuntimes();
process.stdout.write("begins\n");
await applyLocalMigrations(process.argv[2] ?? "");
process.exit(0);
