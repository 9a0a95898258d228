// Formatting and emoji in the composer, and its formatted text field.
export { PLAIN_FIELD } from "./rich/preference.ts";
export { loadRichField, richField } from "./rich/load.ts";
export type { FieldHandle, FieldProps } from "./rich/props.ts";
export { slotRegistrations } from "./slots.ts";
