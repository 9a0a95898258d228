// API calls that only some pages make, loaded with the first of them.
import type { PanelController } from "../panel/controller.ts";
import type { Engine, Panel } from "../types.ts";
import { helpOf } from "./help-state.ts";

const COMMANDS: Readonly<Record<string, (given: string) => { article?: string; text?: string }>> = {
  openHelp: () => ({}),
  showArticle: (article) => ({ article }),
  search: (text) => ({ text }),
};

/** Runs a call that the engine does not handle itself; unknown calls are reported in the console. */
export async function runCommand(engine: Engine, load: () => Promise<Panel>, name: string, given: unknown): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return console.warn(`Seed Desk: there is no call "${name}".`);
  if (!engine.config.help) return console.warn(`Seed Desk: "${name}" does nothing while the help center is closed.`);
  const panel = await load();
  panel.open();
  helpOf(panel.controller as PanelController).show(command(typeof given === "string" ? given : ""));
}
