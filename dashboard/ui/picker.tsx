// A picker: a field that narrows a list down while one types, and takes choices by Enter. Its code is loaded when it is first opened.
import { Suspense, useId, useLayoutEffect, useState } from "react";
import { dropKeys, holdKeysFor } from "../key-queue.ts";
import { preloadable } from "../preloadable.ts";
import type { PickerProps } from "./picker-items.ts";

const Popup = preloadable(() => import("./picker-popup.tsx"));
/** Loads what all pickers share. */
export const preloadPickers = Popup.preload;

/** Modal. What is typed after the key that opens it goes into its field, also while its code is on its way. */
export function Picker(props: PickerProps) {
  const [needed, setNeeded] = useState(false);
  const id = useId();
  const { open } = props;
  if (open && !needed) setNeeded(true);
  useLayoutEffect(() => {
    if (!open) return;
    holdKeysFor(id);
    return () => dropKeys(id);
  }, [open, id]);
  return open && needed ? (
    <Suspense>
      <Popup {...props} id={id} />
    </Suspense>
  ) : null;
}
