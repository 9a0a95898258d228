// Overlays that open over any screen, loaded on first use: command palette, help, and the dialog that protects unsaved text.
import { lazy, Suspense } from "react";
import { hasUnsavedText } from "./browser-storage.ts";
import { signOut } from "./sign-out.ts";
import { store, useStore } from "./store.ts";

const Palette = lazy(() => import("./palette.tsx"));
const HelpDialog = lazy(() => import("./help-dialog.tsx"));
const SignOutDialog = lazy(() => import("./sign-out-dialog.tsx"));
const shown = store<"palette" | "help" | "sign out" | undefined>(undefined);

export const openOverlay = (which: "palette" | "help"): void => shown.set(which);
/** Signs out; asks first if that would lose unsaved text that only this browser has. */
export const openSignOutDialog = (): void => (hasUnsavedText() ? shown.set("sign out") : void signOut());
const close = (): void => shown.set(undefined);

/** Renders the open overlay. */
export function Overlays() {
  const which = useStore(shown);
  return (
    <Suspense>
      {which === "palette" && <Palette onClose={close} />}
      {which === "help" && <HelpDialog onClose={close} />}
      {which === "sign out" && <SignOutDialog onClose={close} />}
    </Suspense>
  );
}
