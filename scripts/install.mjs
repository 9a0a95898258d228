// Guided installation: asks, shows the exact commands and names, waits for approval, and runs `setup --remote` and `deploy --remote`.
// An older Node must be able to read this file, to say what to do instead.
import { withTools } from "./lib/node-version.mjs";

withTools("install.mjs", () => import("./lib/install/main.ts")).then(({ main }) => main(process.argv.slice(2)));
