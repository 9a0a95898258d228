// `npm run backup -- --to <folder>`: backs up this machine's stopped installation. With `--remote`: takes a bookmark and a dump of a
// remote installation's database. docs/guides/backup.md says what each contains.
import { resolve } from "node:path";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { endWithUsage, optionsOrUsage } from "./lib/flags.ts";
import { takeEnvironment } from "./lib/remote/environment.ts";

const USAGE = "npm run backup -- --to <folder> [--state <folder> | --remote]";

async function local(state: string | undefined, to: string): Promise<string> {
  const [{ takeBackup }, { LOCAL_STATE }] = await Promise.all([import("./lib/backup/take.ts"), import("./lib/paths.ts")]);
  const { folder, files, bytes, sha256 } = await takeBackup(resolve(state ?? LOCAL_STATE), to);
  return `${folder}
${files} files, ${bytes.toLocaleString("en")} bytes, each compared with its source; SHA-256 of manifest.json: ${sha256}
Not in it: the file with the variables (.dev.vars, or that of npm start's --vars). Keep it too, apart from this folder.
`;
}

async function remote(to: string): Promise<string> {
  const environment = takeEnvironment();
  const [{ readValidTarget, openTarget }, { dumpRemote }] = await Promise.all([
    import("./lib/remote/open.ts"),
    import("./lib/backup/remote.ts"),
  ]);
  const print = (line: string): void => void process.stderr.write(`${line}\n`);
  const target = readValidTarget(environment, print);
  if (target === undefined) process.exit(1);
  const { platform } = await openTarget(target, environment, print);
  const { folder, bookmark, tables, rows, sha256 } = await dumpRemote({ platform, database: target.names.database, print }, to);
  return `${folder}
${rows.toLocaleString("en")} rows of ${tables} tables; SHA-256 of manifest.json: ${sha256}
Time Travel bookmark of the moment before: ${bookmark}
This is the database only: no uploaded files, no search tables, and rows that changed meanwhile may be of different moments.
`;
}

stopOnSignals();
const values = optionsOrUsage(USAGE, { to: { type: "string" }, state: { type: "string" }, remote: { type: "boolean" } });
const { to } = values;
if (to === undefined || (values.remote && values.state !== undefined)) endWithUsage(USAGE);
process.stdout.write(await orExit(values.remote ? remote(resolve(to)) : local(values.state, resolve(to))));
process.exit(0);
