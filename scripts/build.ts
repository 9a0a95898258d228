// `pnpm build`: builds everything that is served, into dist/.
import { orExit, stopOnSignals } from "./lib/children.ts";
import { ensureBuilt } from "./lib/build.ts";

stopOnSignals();
await orExit(ensureBuilt());
process.stdout.write("dist/ is up to date\n");
process.exit(0);
