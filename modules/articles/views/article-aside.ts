// The slot below an article's details.
import { defineSlot } from "#dashboard/screen.ts";

/** `version`: what everybody reads in this language; null if nobody but the team does. `admin`: whether the member may publish. */
export const articleAside = defineSlot<{
  readonly projectId: string;
  readonly articleId: string;
  readonly locale: string;
  readonly version: number | null;
  readonly admin: boolean;
}>("articleAside");
