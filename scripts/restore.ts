// `npm run restore -- --from <backup>`: replaces this machine's data by a backup of a self-hosted server.
import { resolve } from "node:path";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { restoreBackup } from "./lib/backup/restore.ts";
import { endWithUsage, optionsOrUsage } from "./lib/flags.ts";
import { LOCAL_STATE } from "./lib/paths.ts";

stopOnSignals();
const USAGE = "npm run restore -- --from <backup> [--replace] [--erasures <journal> | --no-later-erasures] [--state <folder>]";
const values = optionsOrUsage(USAGE, {
  from: { type: "string" },
  state: { type: "string" },
  replace: { type: "boolean" },
  erasures: { type: "string" },
  "no-later-erasures": { type: "boolean" },
});
const { from } = values;
if (from === undefined) endWithUsage(USAGE);

async function restore(backup: string): Promise<string> {
  const { takenAt, pending, replaced } = await restoreBackup({
    state: resolve(values.state ?? LOCAL_STATE),
    from: resolve(backup),
    replace: values.replace ?? false,
    erasures: values.erasures === undefined ? undefined : resolve(values.erasures),
    noLaterErasures: values["no-later-erasures"] ?? false,
  });
  const lines = [
    `Restored the installation as of ${takenAt}. npm start applies newer migrations.`,
    ...(pending === 0 ? [] : [`${pending} people were erased after that. npm start erases them again before it serves anything.`]),
    ...(replaced === undefined
      ? []
      : [`The previous data is in ${replaced}. Remove it when you no longer need it: it contains personal data.`]),
  ];
  return `${lines.join("\n")}\n`;
}

process.stdout.write(await orExit(restore(from)));
process.exit(0);
