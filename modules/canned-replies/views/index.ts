// The screen of canned replies, and their part of the composer.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
export { valuesOf } from "./composer/values.ts";
export { exampleCustomer, VariableMenu } from "./settings/variable-menu.tsx";
