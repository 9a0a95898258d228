// Imports an export of older data into this machine's installation: plans it, or writes it with `--apply`. docs/guides/legacy-import.md.
// Kept parseable by old Node versions, so that it can tell which version is needed.
import { withTools } from "./lib/node-version.mjs";

withTools("import-legacy.mjs", () => import("./lib/legacy/main.ts")).then(async ({ main }) =>
  process.exit(await main(process.argv.slice(2))),
);
