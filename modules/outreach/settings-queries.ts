// SQL of the settings and the templates.
import { columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, OutreachTemplateId, ProjectId } from "#kernel/ids/index.ts";
import { stillMay } from "#modules/projects";
import { MAX_TEMPLATES, type Settings, type Template } from "./contract.ts";

/** Working days from nine to five, fifty mails. */
export const UNSET: Settings = {
  anotherReviewer: false,
  timeZone: "UTC",
  days: 0b0011111,
  fromMinute: 9 * 60,
  toMinute: 17 * 60,
  dailyMost: 50,
};
export const readSettings = (projectId: ProjectId): Query<Settings> =>
  query(
    sql`SELECT ${columns("outreach_settings", "another_reviewer, time_zone, days, from_minute, to_minute, daily_most")} FROM outreach_settings WHERE project_id = ${projectId}`,
    ([row]) =>
      row === undefined
        ? UNSET
        : {
            ...{ anotherReviewer: row.another_reviewer !== 0, timeZone: row.time_zone, days: row.days },
            ...{ fromMinute: row.from_minute, toMinute: row.to_minute, dailyMost: row.daily_most },
          },
  );
/** Condition: whoever wrote a text may not review it. */
export const wantsAnotherReviewer = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT another_reviewer FROM outreach_settings WHERE project_id = ${projectId}), 0)`;
export const writeSettings = (projectId: ProjectId, s: Settings, by: AccountId, now: number): SQL => sql`
  INSERT INTO outreach_settings (project_id, another_reviewer, time_zone, days, from_minute, to_minute, daily_most, updated_at)
  SELECT ${projectId}, ${s.anotherReviewer ? 1 : 0}, ${s.timeZone}, ${s.days}, ${s.fromMinute}, ${s.toMinute}, ${s.dailyMost}, ${now} WHERE ${stillMay(projectId, by, "admin")}
  ON CONFLICT (project_id) DO UPDATE SET another_reviewer = excluded.another_reviewer, time_zone = excluded.time_zone, days = excluded.days, from_minute = excluded.from_minute,
    to_minute = excluded.to_minute, daily_most = excluded.daily_most, updated_at = excluded.updated_at`;

const COLUMNS = columns("outreach_templates", "id, name, subject, text, revision");
const templateOf = (row: RowIn<typeof COLUMNS>): Template => ({
  ...{ id: row.id, name: row.name, subject: row.subject, text: row.text, revision: row.revision },
});
export const readTemplates = (projectId: ProjectId): Query<Template[]> =>
  query(sql`SELECT ${COLUMNS} FROM outreach_templates WHERE project_id = ${projectId} ORDER BY id LIMIT ${MAX_TEMPLATES}`, (rows) =>
    rows.map(templateOf),
  );
export const readTemplate = (projectId: ProjectId, id: OutreachTemplateId): Query<Template | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM outreach_templates WHERE id = ${id} AND project_id = ${projectId}`, templateOf);
export const readTemplateBy = (projectId: ProjectId, clientId: string): Query<Template | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM outreach_templates WHERE project_id = ${projectId} AND client_id = ${clientId}`, templateOf);
const hasRoom = (projectId: ProjectId): SQL =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM outreach_templates WHERE project_id = ${projectId} LIMIT ${MAX_TEMPLATES})) < ${MAX_TEMPLATES}`;

type Words = Pick<Template, "name" | "subject" | "text">;
export const writeTemplate = (
  projectId: ProjectId,
  t: Words & { readonly id: OutreachTemplateId; readonly clientId: string },
  by: AccountId,
  now: number,
): SQL => sql`
  INSERT INTO outreach_templates (id, project_id, client_id, name, subject, text, revision, created_by, created_at)
  SELECT ${t.id}, ${projectId}, ${t.clientId}, ${t.name}, ${t.subject}, ${t.text}, 1, ${by}, ${now} WHERE ${stillMay(projectId, by, "operator")} AND ${hasRoom(projectId)} ON CONFLICT DO NOTHING`;
export const writeTemplateChange = (projectId: ProjectId, id: OutreachTemplateId, revision: number, t: Words, by: AccountId): SQL => sql`
  UPDATE outreach_templates SET name = ${t.name}, subject = ${t.subject}, text = ${t.text}, revision = revision + 1
  WHERE id = ${id} AND project_id = ${projectId} AND revision = ${revision} AND ${stillMay(projectId, by, "operator")}`;
export const writeTemplateGone = (projectId: ProjectId, id: OutreachTemplateId, by: AccountId): SQL =>
  sql`DELETE FROM outreach_templates WHERE id = ${id} AND project_id = ${projectId} AND ${stillMay(projectId, by, "operator")}`;
