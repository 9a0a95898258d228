// What the search adds to other screens: a button in the inbox, its key everywhere, and hits in the command palette.
import { inboxAction, nav, paletteSource, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { SearchKey } from "./search-key.tsx";

export const slotRegistrations = [
  registerSlot(inboxAction, { order: 5, component: lazy(async () => ({ default: (await import("./search-button.tsx")).SearchButton })) }),
  registerSlot(nav, { order: 90, component: SearchKey }),
  registerSlot(paletteSource, { order: 10, component: lazy(async () => ({ default: (await import("./palette-hits.tsx")).PaletteHits })) }),
];
