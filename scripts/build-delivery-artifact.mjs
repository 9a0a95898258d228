// `node scripts/build-delivery-artifact.mjs [--out <folder>]`: packs the checked-out commit and its build as one archive, with the same
// bytes for the same commit on any machine. Prints the SHA-256 and path of each file, like sha256sum.
// Kept parseable by old Node versions, so that it can tell which version is needed.
import { withTools } from "./lib/node-version.mjs";

withTools("build-delivery-artifact.mjs", () => import("./lib/archive/deliver.ts")).then(({ deliver }) => deliver(process.argv.slice(2)));
