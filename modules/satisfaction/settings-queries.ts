// All SQL of the settings.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { stillMay } from "#modules/projects";
import type { GivenSettings } from "./contract.ts";

export const UNSET: GivenSettings = {
  ...{ on: false, question: "", scale: "faces", inWidget: true, byMail: false },
  ...{ widgetDelay: 0, mailDelay: 60, quietDays: 30, afterBulk: false, afterAssistant: false, revision: 0 },
};
const COLUMNS = columns(
  "satisfaction_settings",
  "is_on, question, scale, in_widget, by_mail, widget_delay, mail_delay, quiet_days, ask_bulk, ask_assistant, revision",
);
export const readStored = (projectId: ProjectId): Query<GivenSettings> =>
  query(sql`SELECT ${COLUMNS} FROM satisfaction_settings WHERE project_id = ${projectId}`, ([row]) =>
    row === undefined
      ? UNSET
      : {
          ...{ on: row.is_on !== 0, question: row.question, scale: row.scale, inWidget: row.in_widget !== 0, byMail: row.by_mail !== 0 },
          ...{ widgetDelay: row.widget_delay, mailDelay: row.mail_delay, quietDays: row.quiet_days },
          ...{ afterBulk: row.ask_bulk !== 0, afterAssistant: row.ask_assistant !== 0, revision: row.revision },
        },
  );
/** Condition: the project asks in the widget. */
export const asksInWidget = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM satisfaction_settings WHERE project_id = ${projectId} AND is_on = 1 AND in_widget = 1)`;

const flag = (value: boolean): number => (value ? 1 : 0);
/** Condition: this member may change the settings, and nobody has since the revision. */
export const mayChange = (projectId: ProjectId, revision: number, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND coalesce((SELECT revision FROM satisfaction_settings WHERE project_id = ${projectId}), 0) = ${revision})`;
export const writeStored = (projectId: ProjectId, s: GivenSettings, when: SQL): SQL => sql`
  INSERT INTO satisfaction_settings (project_id, is_on, question, scale, in_widget, by_mail, widget_delay, mail_delay, quiet_days, ask_bulk, ask_assistant, revision)
  SELECT ${projectId}, ${flag(s.on)}, ${s.question}, ${s.scale}, ${flag(s.inWidget)}, ${flag(s.byMail)}, ${s.widgetDelay}, ${s.mailDelay}, ${s.quietDays}, ${flag(s.afterBulk)}, ${flag(s.afterAssistant)}, ${s.revision + 1} WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET is_on = excluded.is_on, question = excluded.question, scale = excluded.scale, in_widget = excluded.in_widget, by_mail = excluded.by_mail,
    widget_delay = excluded.widget_delay, mail_delay = excluded.mail_delay, quiet_days = excluded.quiet_days, ask_bulk = excluded.ask_bulk, ask_assistant = excluded.ask_assistant, revision = excluded.revision`;
/** How the question is put; `on`: whether anything is still asked. */
export interface Wording {
  readonly on: boolean;
  /** Empty: the default. */
  readonly question: string;
  readonly scale: GivenSettings["scale"];
}
export const readWording = (projectId: ProjectId): Query<Wording> =>
  query(
    sql`SELECT ${columns("satisfaction_settings", "is_on, question, scale")} FROM satisfaction_settings WHERE project_id = ${projectId}`,
    ([row]) => (row ? { on: row.is_on !== 0, question: row.question, scale: row.scale } : UNSET),
  );
