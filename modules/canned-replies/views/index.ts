// The screen of canned replies, and their part of the composer.
import { lazy } from "react";

export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
export { exampleCustomer, valuesOf } from "./composer/values.ts";
/** The menu that puts a variable into a text; loaded with the first form that has it. */
export const VariableMenu = lazy(async () => ({ default: (await import("./settings/variable-menu.tsx")).VariableMenu }));
