// Actions on many conversations in the dashboard: what they add to the inbox, and the slot of further ones.
import { lazy } from "react";
import type { start } from "./running.ts";

export { slotRegistrations } from "./slots.ts";
/** Starts an action from elsewhere; its progress and Undo stand below the list of the inbox. */
export const startBulkAction = async (...run: Parameters<typeof start>): Promise<void> => (await import("./running.ts")).start(...run);
export type { PreparedAction } from "./action-builder.tsx";
/** Chooses actions and their values, in an order; loaded with the first form that has it. */
export const ActionBuilder = lazy(async () => ({ default: (await import("./action-builder.tsx")).ActionBuilder }));
export { ActionInWords, hasChoice, useActionFields, withoutMember } from "./action-fields.tsx";
export { type ActionField, actionField, bulkControl } from "./slot.ts";
