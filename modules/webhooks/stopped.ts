// What owners and admins are told when a webhook is stopped: once for each time.
import { sql } from "#kernel/db/index.ts";
import type { WebhookId } from "#kernel/ids/index.ts";
import { provide } from "#kernel/module/index.ts";
import { m } from "#messages";
import { noticeSubjects } from "#modules/notifications";
import { webhooksPath } from "./contract.ts";

export const STOPPED = "webhookStopped";
/** The id of one stop, so that the next one is told again: of the webhook, and of the second in which it was stopped. */
export const stopOf = (id: WebhookId, now: number): string => `${id}.${Math.floor(now / 1000).toString(16)}`;

export const stoppedNotice = provide(noticeSubjects, {
  event: STOPPED,
  path: (projectId) => webhooksPath(projectId),
  sentence: m.webhooks_notice,
  body: m.webhooks_notice_body,
  open: m.webhooks_notice_open,
  isNews: (projectId, subjectId) =>
    sql`EXISTS (SELECT 1 FROM webhooks w WHERE w.project_id = ${projectId} AND w.id = substr(${subjectId}, 1, instr(${subjectId}, '.') - 1) AND w.state = 'failing' AND w.id || printf('.%x', w.stopped_at / 1000) = ${subjectId})`,
});
