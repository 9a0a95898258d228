// Reads the dashboard's screens and their stories from the modules.
import { globSync } from "node:fs";
import { createServer } from "vite";
import type { SlotRegistration, Screen, ScreenState } from "../../dashboard/screen.ts";
import { shellStories } from "../../dashboard/dashboard.stories.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

export interface ScreenStates {
  readonly name: string;
  readonly states: readonly ScreenState[];
}

/**
 * The stories of every module's screens, of slot components, and of the frame. Views are TSX, which Node cannot read, so Vite loads them.
 */
export async function readScreens(): Promise<ScreenStates[]> {
  const vite = await createServer({
    root: ROOT,
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
