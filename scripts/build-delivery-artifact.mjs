// `node scripts/build-delivery-artifact.mjs [--out <folder>]`: the checked-out commit and its build as one archive, the same
// bytes for the same commit wherever and whenever it is made. Prints the SHA-256 and path of each file, as sha256sum does.
// An older Node must be able to read this file, to say what to do instead.
import { withTools } from "./lib/node-version.mjs";

withTools("build-delivery-artifact.mjs", () => import("./lib/archive/deliver.ts")).then(({ deliver }) => deliver(process.argv.slice(2)));
