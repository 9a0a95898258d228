// Reads in which language of the interface a contact is written to.
import { as, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";

/** The language of the interface in which a contact is written to: the one that their browser asked for, if the interface speaks it. */
export const readContactLanguage = (projectId: ProjectId, id: ContactId | SQL): Query<Language | undefined> =>
  queryOne(
    sql`SELECT visit ->> '$.language' ${as.textOrNull("language")} FROM contacts WHERE project_id = ${projectId} AND id = ${id}`,
    (row) => languageOf(row.language ?? ""),
  );
