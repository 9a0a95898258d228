// `npm run restore -- --from <backup>`: puts a backup of an own server in the place of this machine's data.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { orExit, stopOnSignals } from "./lib/children.ts";
import { restoreBackup } from "./lib/backup/restore.ts";
import { LOCAL_STATE } from "./lib/paths.ts";

stopOnSignals();
const { values } = parseArgs({
  options: {
    from: { type: "string" },
    state: { type: "string" },
    replace: { type: "boolean" },
    erasures: { type: "string" },
    "no-later-erasures": { type: "boolean" },
  },
  allowPositionals: true,
});

async function restore(): Promise<string> {
  if (values.from === undefined)
    throw new Error(
      "usage: npm run restore -- --from <backup> [--replace] [--erasures <journal> | --no-later-erasures] [--state <folder>]",
    );
  const { takenAt, pending, replaced } = await restoreBackup({
    state: resolve(values.state ?? LOCAL_STATE),
    from: resolve(values.from),
    replace: values.replace ?? false,
    erasures: values.erasures === undefined ? undefined : resolve(values.erasures),
    noLaterErasures: values["no-later-erasures"] ?? false,
  });
  const lines = [
    `Restored the desk as it was at ${takenAt}; npm start applies newer migrations.`,
    ...(pending === 0 ? [] : [`${pending} people were erased after that: npm start erases them again before it serves anything.`]),
    ...(replaced === undefined ? [] : [`The data of before is in ${replaced}. Remove it when you no longer need it: it is personal data.`]),
  ];
  return `${lines.join("\n")}\n`;
}

process.stdout.write(await orExit(restore()));
process.exit(0);
