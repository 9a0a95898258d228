// Extension point of the availability of members.
import { extensionPoint } from "#kernel/module/index.ts";
import type { FollowUp } from "#modules/projects";

/** Called when a member chose online. */
export const becameAvailable = extensionPoint<FollowUp>("becameAvailable");
