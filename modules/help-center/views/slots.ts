// Joins the composer: inserting articles into an answer.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { insertStories } from "./insert/insert.stories.ts";

// Stories are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, { order: 20, component: lazy(() => import("./insert/button.tsx")), states: SHIPPED ? [] : insertStories }),
];
