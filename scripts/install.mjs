// Guided installation: asks questions, shows the exact commands and names, waits for approval, and runs `setup --remote` and `deploy --remote`.
// Kept parseable by old Node versions, so that it can tell which version is needed.
import { withTools } from "./lib/node-version.mjs";

withTools("install.mjs", () => import("./lib/install/main.ts")).then(({ main }) => main(process.argv.slice(2)));
