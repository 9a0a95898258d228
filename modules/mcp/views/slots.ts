// MCP has no screen of its own: it registers for slots of the inbox and of API tokens.
import { registerSlot } from "#dashboard/screen.ts";
import { tokenUse } from "#modules/api-tokens/views";
import { proposalAction } from "#modules/inbox/views";
import { lazy } from "react";
import { proposalStories } from "./proposal.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(tokenUse, { order: 10, component: lazy(() => import("./connect-section.tsx")) }),
  registerSlot(proposalAction, {
    order: 10,
    component: lazy(() => import("./use-proposal.tsx")),
    states: SHIPPED ? [] : proposalStories,
  }),
];
