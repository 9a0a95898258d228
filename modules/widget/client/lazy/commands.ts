// API calls that only some pages make, loaded with the first of them.
import type { PanelController } from "../panel/controller.ts";
import type { Engine, Panel } from "../types.ts";
import { loadHelp, type ShownHelp } from "./help-part.ts";

const COMMANDS: Readonly<Record<string, (given: string) => ShownHelp>> = {
  openHelp: () => ({}),
  showArticle: (article) => ({ article }),
  search: (text) => ({ text }),
};

/** Runs a call that the engine does not handle itself; unknown calls are reported in the console. */
export async function runCommand(engine: Engine, load: () => Promise<Panel>, name: string, given: unknown): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return console.warn(`Seed Desk: there is no call "${name}".`);
  if (!engine.config.help) return console.warn(`Seed Desk: "${name}" does nothing while the help center is closed.`);
  // Without its code the panel opens all the same, and asks for it again.
  const [panel, help] = await Promise.all([load(), loadHelp().catch(() => undefined)]);
  panel.open();
  help?.show(panel.controller as PanelController, command(typeof given === "string" ? given : ""));
}
