// `node scripts/build-delivery-artifact.mjs [--out <folder>]`: the checked-out commit and its build as one archive, the same
// bytes for the same commit wherever and whenever it is made. Prints the SHA-256 and path of each file, as sha256sum does.
import { loaded, requireNode } from "./lib/node-version.mjs";

requireNode("delivery");
const { deliver } = await loaded(() => import("./lib/archive/deliver.ts"));
await deliver(process.argv.slice(2));
