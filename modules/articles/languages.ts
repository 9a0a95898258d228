import type { ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";

/** The languages of the project's help center as a JSON list, the default first; null when there is none. */
export const languagesOf = (projectId: ProjectId): SQL =>
  sql`(SELECT (SELECT json_group_array(value) FROM (SELECT value FROM json_each(h.locales) ORDER BY value <> h.default_locale, key)) FROM help_centers h WHERE h.project_id = ${projectId})`;
