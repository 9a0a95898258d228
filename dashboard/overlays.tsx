// The palette and the help, loaded when first asked for.
import { lazy, Suspense } from "react";
import { store, useStore } from "./store.ts";

const Palette = lazy(() => import("./palette.tsx"));
const HelpDialog = lazy(() => import("./help-dialog.tsx"));
const shown = store<"palette" | "help" | undefined>(undefined);

/** Opens one of them. */
export const openOverlay = (which: "palette" | "help"): void => shown.set(which);
const close = (): void => shown.set(undefined);

/** Draws the open one. */
export function Overlays() {
  const which = useStore(shown);
  return (
    <Suspense>
      {which === "palette" && <Palette onClose={close} />}
      {which === "help" && <HelpDialog onClose={close} />}
    </Suspense>
  );
}
