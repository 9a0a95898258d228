// What availability adds to the dashboard.
import { memberMark, personChoices, registerSlot, settingsTop } from "#dashboard/screen.ts";
import { lazy } from "react";
import { availabilityStories } from "./availability.stories.ts";

const parts = () => import("./availability.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(personChoices, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).PersonChoices })),
    states: SHIPPED ? [] : availabilityStories,
  }),
  registerSlot(memberMark, { order: 10, component: lazy(async () => ({ default: (await parts()).MemberMark })) }),
  registerSlot(settingsTop, { order: 10, component: lazy(async () => ({ default: (await parts()).SettingsChoice })) }),
];
