// Dashboard views of knowledge sources: screens, and an action on replies.
import { lazy } from "react";

export { slotRegistrations } from "./slots.ts";
export { addSource, filledPanel } from "./source-slots.ts";
export type { VisibilityValue } from "./visibility-fields.tsx";
/** Loaded when it is drawn: the index is part of what every screen waits for. */
export const VisibilityFields = lazy(async () => ({ default: (await import("./visibility-fields.tsx")).VisibilityFields }));
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
