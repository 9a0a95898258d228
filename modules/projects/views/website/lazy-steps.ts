// In a file of its own: an index with code of its own is in the first file of the dashboard, with all that it passes on.
import { lazy } from "react";

/** Loaded when an inbox is empty. */
export const StepsInInbox = lazy(() => import("./steps-in-inbox.tsx"));
