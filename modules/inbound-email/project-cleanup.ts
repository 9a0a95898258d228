import { provide } from "#kernel/module/index.ts";
import { projectDeletion } from "#modules/projects";
import { sql } from "drizzle-orm";

/** A deleted project takes no mail in: what waits for admission is dropped. */
export const endReceipts = provide(projectDeletion, {
  name: "inbound mail",
  statements: (projectId, when) => [
    sql`UPDATE inbound_mail_receipts SET state = 'dropped', error = 'The project was deleted.' WHERE project_id = ${projectId} AND state IN ('received', 'admitting', 'failed') AND ${when}`,
  ],
});
