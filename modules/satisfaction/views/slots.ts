// Ratings in the inbox and on a contact's page.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, listFilter } from "#modules/inbox/views";
import { lazy } from "react";
import { threadStories } from "./satisfaction.stories.ts";

const thread = () => import("./in-thread.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 70, component: lazy(async () => ({ default: (await thread()).RatingLine })) }),
  registerSlot(activityDetails, {
    order: 70,
    component: lazy(async () => ({ default: (await thread()).RatingDetails })),
    states: SHIPPED ? [] : threadStories,
  }),
  registerSlot(listFilter, { order: 70, component: lazy(async () => ({ default: (await thread()).RatingFilter })) }),
  registerSlot(contactPanel, { order: 30, component: lazy(() => import("./contact-ratings.tsx")) }),
];
