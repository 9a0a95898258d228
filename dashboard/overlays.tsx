// Overlays that open over any screen, loaded on first use: command palette, help, and the dialog that protects unsaved text.
import { Suspense, useEffect } from "react";
import { hasUnsavedText } from "./browser-storage.ts";
import { preloadable } from "./preloadable.ts";
import { signOut } from "./sign-out.ts";
import { store, useStore } from "./store.ts";
import { holdKeys, releaseKeys } from "./type-ahead.ts";
import { preloadMenus } from "./ui/menu.tsx";
import { whenIdle } from "./when-idle.ts";

const Palette = preloadable(() => import("./palette.tsx"));
const HelpDialog = preloadable(() => import("./help-dialog.tsx"));
const SignOutDialog = preloadable(() => import("./sign-out-dialog.tsx"));
const shown = store<"palette" | "help" | "sign out" | undefined>(undefined);

/** Opens one of them. */
export function openOverlay(which: "palette" | "help"): void {
  if (shown.get() === undefined) holdKeys(close);
  shown.set(which);
}
/** Signs out; asks first if that would lose unsaved text that only this browser has. */
export const openSignOutDialog = (): void => (hasUnsavedText() ? shown.set("sign out") : void signOut());
function close(): void {
  releaseKeys();
  shown.set(undefined);
}

/** Renders the open overlay. */
export function Overlays() {
  const which = useStore(shown);
  useEffect(
    () =>
      whenIdle(() => {
        for (const preload of [preloadMenus, Palette.preload, HelpDialog.preload, SignOutDialog.preload]) preload();
        void import("./ui/dialog.tsx").then((dialogs) => dialogs.preloadDialogs()).catch(() => undefined);
      }),
    [],
  );
  return (
    <Suspense>
      {which === "palette" && <Palette onClose={close} />}
      {which === "help" && <HelpDialog onClose={close} />}
      {which === "sign out" && <SignOutDialog onClose={close} />}
    </Suspense>
  );
}
