// The extension point by which the widget learns which parts of other modules a project uses.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** A part of the open panel whose code is in `modules/<name>/client/`; `edition/widget-parts.ts` lists them for the build. */
export interface UsedPart {
  /** The module that brings it. */
  readonly name: string;
  /** Condition, one look-up: visitors of the project download it. */
  readonly isUsed: (projectId: ProjectId) => SQL;
}
export const widgetParts = extensionPoint<UsedPart>("widgetParts");
