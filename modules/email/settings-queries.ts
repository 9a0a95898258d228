// Statements on a project's mail settings.
import { as, columns, type Query, query, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { baseOf } from "#modules/accounts";
import { isHeld, isHeldElsewhere } from "./addresses/held-addresses.ts";
import type { EmailSettings } from "./contract.ts";

const UNSET: EmailSettings = { sender: null, senderName: null, replyAddress: null, signature: "", askAddress: true, mailUnseen: true };
const settingsOf = (
  row: Selected<"email_settings", "sender, sender_name, reply_address, signature, ask_address, mail_unseen"> | undefined,
): EmailSettings =>
  row === undefined
    ? UNSET
    : {
        sender: row.sender,
        senderName: row.sender_name,
        replyAddress: row.reply_address,
        signature: row.signature,
        askAddress: row.ask_address !== 0,
        mailUnseen: row.mail_unseen !== 0,
      };
/**
 * The effective settings for sending. An unproved sender counts as none. A reply address that still waits for proof is used, because mail
 * that arrives there is held; one that another project holds is not.
 */
export const readSettings = (projectId: ProjectId): Query<EmailSettings> =>
  query(
    sql`SELECT CASE WHEN ${isHeld(sql`s.project_id`, baseOf(sql`s.sender`))} THEN s.sender END ${as.textOrNull("sender")}, ${columns({ s: "email_settings" }, "s.sender_name")}, CASE WHEN NOT ${isHeldElsewhere(sql`s.project_id`, sql`s.reply_address`)} THEN s.reply_address END ${as.textOrNull("reply_address")}, ${columns({ s: "email_settings" }, "s.signature, s.ask_address, s.mail_unseen")}
      FROM email_settings s WHERE s.project_id = ${projectId}`,
    ([row]) => settingsOf(row),
  );
/** The settings as saved; the defaults for a project that never saved any. */
export const readChosen = (projectId: ProjectId): Query<EmailSettings> =>
  query(
    sql`SELECT ${columns("email_settings", "sender, sender_name, reply_address, signature, ask_address, mail_unseen")} FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) => settingsOf(row),
  );
/** Settings to save; the two switches stay unchanged when they are left out. */
export type GivenSettings = Omit<EmailSettings, "askAddress" | "mailUnseen"> & {
  readonly askAddress?: boolean | undefined;
  readonly mailUnseen?: boolean | undefined;
};
const SAVED = {
  ask_address: sql`1`,
  mail_unseen: sql`1`,
  reply_address: sql`NULL`,
  sender: sql`NULL`,
  sender_name: sql`NULL`,
  signature: sql`NULL`,
} as const;
/** A column of the settings as saved, as an expression; the default for a project that never saved any. No text is null. */
export const savedSetting = (projectId: ProjectId, column: keyof typeof SAVED): SQL =>
  sql`coalesce((SELECT nullif(${sql.raw(column)}, '') FROM email_settings WHERE project_id = ${projectId}), ${SAVED[column]})`;
const flag = (value: boolean | undefined): number | null => (value === undefined ? null : value ? 1 : 0);
export const writeSettings = (projectId: ProjectId, s: GivenSettings, now: number, when: SQL): SQL => sql`
  INSERT INTO email_settings (project_id, sender, sender_name, reply_address, signature, updated_at, ask_address, mail_unseen)
  SELECT ${projectId}, ${s.sender}, ${s.senderName}, ${s.replyAddress}, ${s.signature}, ${now}, coalesce(${flag(s.askAddress)}, 1), coalesce(${flag(s.mailUnseen)}, 1) WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET sender = excluded.sender, sender_name = excluded.sender_name, reply_address = excluded.reply_address, signature = excluded.signature, updated_at = excluded.updated_at,
    ask_address = coalesce(${flag(s.askAddress)}, ask_address), mail_unseen = coalesce(${flag(s.mailUnseen)}, mail_unseen)`;

/** Holds while the address is the reply address, which therefore cannot be removed. */
export const isReplyAddress = (projectId: ProjectId, address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND reply_address = ${address})`;
/** Whether the project's widget asks visitors for an address. */
export const readAsksForAddress = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT ${columns("email_settings", "ask_address")} FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) => row === undefined || row.ask_address !== 0,
  );
/** Holds when the project can receive replies to its mail. */
export const takesAnswers = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM email_settings s WHERE s.project_id = ${projectId} AND s.reply_address IS NOT NULL AND ${isHeld(sql`s.project_id`, sql`s.reply_address`)})`;
export const readTakesAnswers = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${takesAnswers(projectId)} ${as.number("takes")}`, ([row]) => row !== undefined && row.takes !== 0);
