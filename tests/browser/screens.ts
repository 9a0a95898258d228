// Reads the dashboard's screens and their stories from the modules.
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "vite";
import type { SlotRegistration, Screen, ScreenState } from "../../dashboard/screen.ts";
import { shellStories } from "../../dashboard/dashboard.stories.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

export interface ScreenStates {
  readonly name: string;
  readonly states: readonly ScreenState[];
}

/** Names the file in which the process that read the stories left them for the workers that it starts. */
const HANDED_ON = "SEED_DESK_STORIES";

/**
 * The stories of every module's screens, of slot components, and of the frame. Loading them takes seconds of processor, so the first
 * process of a run, which lists the tests, hands them to its workers. They are data: what they answer is sent as JSON.
 */
export async function readScreens(): Promise<ScreenStates[]> {
  const handed = process.env[HANDED_ON];
  if (handed !== undefined && existsSync(handed)) return JSON.parse(readFileSync(handed, "utf8")) as ScreenStates[];
  const stories = JSON.stringify((await loadScreens()).map(({ name, states }) => ({ name, states })));
  const file = inRoot(".generated/stories.json");
  // Renamed into place, because another run may be reading it.
  writeFileSync(`${file}.${process.pid}`, stories);
  renameSync(`${file}.${process.pid}`, file);
  process.env[HANDED_ON] = file;
  return JSON.parse(stories) as ScreenStates[];
}

/** Views are TSX, which Node cannot read, so Vite loads them. Without the sentences, which are most of the modules and in no story. */
async function loadScreens(): Promise<ScreenStates[]> {
  const vite = await createServer({
    root: ROOT,
    resolve: { alias: [{ find: /^#messages$/, replacement: inRoot("scripts/lib/messages-stub.ts") }] },
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const found: ScreenStates[] = [{ name: "frame", states: shellStories }];
  try {
    for (const file of globSync("modules/*/views/screens.ts", { cwd: ROOT }).sort()) {
      const module = (await vite.ssrLoadModule(inRoot(file))) as { screens: readonly Screen[] };
      found.push(...module.screens);
    }
    for (const file of globSync("modules/*/views/index.ts", { cwd: ROOT }).sort()) {
      const { slotRegistrations = [] } = (await vite.ssrLoadModule(inRoot(file))) as { slotRegistrations?: readonly SlotRegistration[] };
      const states = slotRegistrations.flatMap((each) => each.states);
      // A slot component may have its stories on the screen that has the slot.
      if (states.length > 0) found.push({ name: file.split("/")[1] ?? "", states });
    }
  } finally {
    await vite.close();
  }
  return found;
}
