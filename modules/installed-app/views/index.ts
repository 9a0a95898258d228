// The dashboard as an installed app: what a device keeps of it, how it starts without a connection, and the entry that installs it.
import { connection } from "#dashboard/api.ts";
import { personChoices, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { holdInstallPrompt } from "./install-prompt.ts";

export const slotRegistrations = [registerSlot(personChoices, { order: 20, component: lazy(() => import("./installed-app.tsx")) })];

/** Starts the dashboard; if its page came from what this device has kept, with the data that it has kept too. */
export function startInstalled(start: () => void): void {
  addEventListener("beforeinstallprompt", holdInstallPrompt);
  // The worker goes on when the page is left.
  connection.end = () => navigator.serviceWorker?.controller?.postMessage({ type: "seed.forget" });
  if (document.documentElement.dataset["kept"] === undefined) start();
  else void import("./keep/restore.ts").then((loaded) => loaded.restore()).then(start, start);
}
