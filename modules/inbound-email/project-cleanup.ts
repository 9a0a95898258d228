// Ends the receiving of mail for a deleted project.
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";

/** Drops what waits for admission. */
export const endReceipts = provide(projectCleanup, {
  name: "inbound mail",
  statements: (projectId, when) => [
    sql`UPDATE inbound_mail_receipts SET state = 'dropped', error = 'The project was deleted.' WHERE project_id = ${projectId} AND state IN ('received', 'admitting', 'failed') AND ${when}`,
  ],
});
