// Extension point of the business hours.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** What has to follow a change of the hours: statements of its batch, which stand before the change and apply where `when` holds, and jobs. */
export type HoursChanged = (
  projectId: ProjectId,
  now: number,
  when: SQL,
) => { readonly statements: readonly SQL[]; readonly jobIds: readonly string[] };
export const hoursChanged = extensionPoint<HoursChanged>("hoursChanged");
