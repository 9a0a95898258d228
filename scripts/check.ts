// `pnpm check`: all checks of the sources that need neither a build nor a running product.
import { CHECKS } from "./lib/checks.ts";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { compileMessages } from "./lib/messages.ts";
import { collectMigrations } from "./lib/migrations.ts";
import { runSteps, total } from "./lib/steps.ts";

stopOnSignals();
const began = performance.now();
collectMigrations();
await orExit(compileMessages());
const { passed, failed } = total(await runSteps(CHECKS, 2));
process.stdout.write(`\n${((performance.now() - began) / 1000).toFixed(1)} s\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
