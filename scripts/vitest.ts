// `npm run vitest -- <project, files, -t title>`: what vitest runs, with the build that its tests drive. docs/testing.md
import { runBin, stopOnSignals } from "./lib/children.ts";
import { compileMessages } from "./lib/messages.ts";

stopOnSignals();
await compileMessages();
process.exit((await runBin("vitest", ["run", ...process.argv.slice(2)], { live: true })).ok ? 0 : 1);
