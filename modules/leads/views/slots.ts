// Slots of a lead's page for other modules.
import { defineSlot } from "#dashboard/screen.ts";
import type { Lead } from "../contract.ts";

/** Below the form of a lead: sections about it. `lead`: as it is stored, not as it is being typed. */
export const leadPanels = defineSlot<{ readonly projectId: string; readonly lead: Lead }>("leadPanels");
