// A migration run that a test kills: `node migrate-child.ts <state>`.
import { applyLocalMigrations } from "../../scripts/lib/apply-migrations.ts";
import { guardRuntimes } from "../../scripts/lib/workerd-guard.ts";

guardRuntimes();
await applyLocalMigrations(process.argv[2] ?? "");
process.exit(0);
