import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { sql } from "drizzle-orm";
import { writeEndClaims } from "./address-proof/queries.ts";
import { writeEndProofs } from "./continuity/queries.ts";
import { writeEndNotices } from "./notices/queries.ts";
import { writeEndDeliveries } from "./outbound/queries.ts";

/** A deleted project takes no mail in and sends none, and what waits for it ends. (Its jobs end with it.) */
export const endMail = provide(projectCleanup, {
  name: "mail",
  statements: (projectId, when, now) => [
    ...writeEndClaims(projectId, when),
    sql`UPDATE inbound_mail_receipts SET state = 'dropped', error = 'The project was deleted.' WHERE project_id = ${projectId} AND state IN ('received', 'admitting', 'failed') AND ${when}`,
    writeEndDeliveries(projectId, now, when),
    ...writeEndProofs(projectId, when),
    ...writeEndNotices(projectId, when),
  ],
});
