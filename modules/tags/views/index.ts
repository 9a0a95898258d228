// Screens of tags, and their parts of the inbox.
import { lazy } from "react";

export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
/** A tag by name and colour. Loaded when it is drawn, like the rest of the tags' parts. */
export const TagChip = lazy(async () => ({ default: (await import("./inbox/tag-parts.tsx")).TagChip }));
