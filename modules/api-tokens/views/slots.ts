// The slot of the screen for modules that serve tokens.
import { defineSlot } from "#dashboard/screen.ts";

/** A section that says how a program uses a token. */
export const tokenUse = defineSlot<{ readonly projectId: string }>("tokenUse");
