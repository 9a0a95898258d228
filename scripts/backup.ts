// `npm run backup -- --to <folder>`: a checked copy of this machine's stopped desk. `--remote`: a bookmark and a dump of a remote
// installation's database. What each holds and does not: docs/guides/backup.md.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { takeBackup } from "./lib/backup/take.ts";
import { LOCAL_STATE } from "./lib/paths.ts";

stopOnSignals();
const { values } = parseArgs({
  options: { to: { type: "string" }, state: { type: "string" } },
  allowPositionals: true,
});

async function backup(): Promise<string> {
  if (values.to === undefined) throw new Error("usage: npm run backup -- --to <folder> [--state <folder>]");
  const { folder, files, bytes, sha256 } = await takeBackup(resolve(values.state ?? LOCAL_STATE), resolve(values.to));
  return `${folder}
${files} files, ${bytes.toLocaleString("en")} bytes, each compared with its source; SHA-256 of manifest.json: ${sha256}
Not in it: .dev.vars. Keep that file too, apart from this folder.
`;
}

process.stdout.write(await orExit(backup()));
process.exit(0);
