// Drafts in rows of the inbox, and those that others share above the composer.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { rowChip } from "#modules/inbox/views";
import { lazy } from "react";
import { sharedStories } from "./shared-drafts.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(rowChip, { order: 5, component: lazy(() => import("./draft-chip.tsx")) }),
  registerSlot(composerTool, {
    order: 40,
    component: lazy(() => import("./share-draft.tsx")),
    states: SHIPPED ? [] : sharedStories,
  }),
];
