// Slots of the settings of a project for other modules.
import { defineSlot } from "#dashboard/screen.ts";
import type { WidgetAppearance } from "../contract.ts";

/** Below the drawing of the widget: another way to see the look as it is being changed. `onShown`: whether it takes the drawing's place. */
export const lookPreview = defineSlot<{ readonly projectId: string; readonly look: WidgetAppearance; onShown(shown: boolean): void }>(
  "lookPreview",
);

/** Below the form of the widget's appearance: more of how it looks, which is stored by itself. */
export const appearanceParts = defineSlot<{ readonly projectId: string; readonly mayChange: boolean }>("appearanceParts");
