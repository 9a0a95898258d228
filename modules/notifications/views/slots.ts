// Slots of the notifications page for other modules.
import { defineSlot } from "#dashboard/screen.ts";

/** Below a member's settings: what else decides of what they are notified. */
export const notificationSection = defineSlot<{ readonly projectId: string }>("notificationSection");
