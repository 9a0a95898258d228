// The browser's offer to install the dashboard, held until somebody asks for it.
import { store } from "#dashboard/store.ts";

/** https://developer.mozilla.org/en-US/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
export const installPrompt = store<InstallPrompt | undefined>(undefined);

/** Keeps the offer; the browser's own bar does not appear. */
export function holdInstallPrompt(event: Event): void {
  event.preventDefault();
  installPrompt.set(event as InstallPrompt);
}

/** Asks the person whether to install. An offer counts once. */
export function install(): void {
  const offer = installPrompt.get();
  installPrompt.set(undefined);
  void offer?.prompt().catch(() => undefined);
}
