// Statements on a project's mail settings.
import { col, type Query, query, type Row } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { baseOf } from "#modules/accounts";
import { type SQL, sql } from "drizzle-orm";
import { isHeld, isHeldElsewhere } from "./addresses/held-addresses.ts";
import type { EmailSettings } from "./contract.ts";

const UNSET: EmailSettings = { sender: null, senderName: null, replyAddress: null, signature: "", askAddress: true, mailUnseen: true };
const settingsOf = (row: Row | undefined): EmailSettings =>
  row === undefined
    ? UNSET
    : {
        sender: col.textOrNull(row, "sender"),
        senderName: col.textOrNull(row, "sender_name"),
        replyAddress: col.textOrNull(row, "reply_address"),
        signature: col.text(row, "signature"),
        askAddress: col.truth(row, "ask_address"),
        mailUnseen: col.truth(row, "mail_unseen"),
      };
/**
 * The settings that mail is sent by. A sender that is not proved counts as none. Answers may come back to a reply address that waits
 * for proof, for what comes there is kept; but never to one that another project has.
 */
export const readSettings = (projectId: ProjectId): Query<EmailSettings> =>
  query(
    sql`SELECT CASE WHEN ${isHeld(sql`s.project_id`, baseOf(sql`s.sender`))} THEN s.sender END AS sender, s.sender_name, CASE WHEN NOT ${isHeldElsewhere(sql`s.project_id`, sql`s.reply_address`)} THEN s.reply_address END AS reply_address, s.signature, s.ask_address, s.mail_unseen
      FROM email_settings s WHERE s.project_id = ${projectId}`,
    ([row]) => settingsOf(row),
  );
/** The settings as they were chosen; of a project that never chose any, what that means. */
export const readChosen = (projectId: ProjectId): Query<EmailSettings> =>
  query(
    sql`SELECT sender, sender_name, reply_address, signature, ask_address, mail_unseen FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) => settingsOf(row),
  );
/** Settings as they are saved: the two choices stay as they are when nothing is said of them. */
export type GivenSettings = Omit<EmailSettings, "askAddress" | "mailUnseen"> & {
  readonly askAddress?: boolean | undefined;
  readonly mailUnseen?: boolean | undefined;
};
const flag = (value: boolean | undefined): number | null => (value === undefined ? null : value ? 1 : 0);
export const writeSettings = (projectId: ProjectId, s: GivenSettings, now: number, when: SQL): SQL => sql`
  INSERT INTO email_settings (project_id, sender, sender_name, reply_address, signature, updated_at, ask_address, mail_unseen)
  SELECT ${projectId}, ${s.sender}, ${s.senderName}, ${s.replyAddress}, ${s.signature}, ${now}, coalesce(${flag(s.askAddress)}, 1), coalesce(${flag(s.mailUnseen)}, 1) WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET sender = excluded.sender, sender_name = excluded.sender_name, reply_address = excluded.reply_address, signature = excluded.signature, updated_at = excluded.updated_at,
    ask_address = coalesce(${flag(s.askAddress)}, ask_address), mail_unseen = coalesce(${flag(s.mailUnseen)}, mail_unseen)`;

/** Answers must find their way in, so the reply address stays as long as it is one. */
export const isReplyAddress = (projectId: ProjectId, address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND reply_address = ${address})`;
/** Whether the project's widget asks visitors for an address. */
export const readAsks = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT ask_address FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) => row === undefined || col.truth(row, "ask_address"),
  );
/** Holds when answers to mail of the project find their way in. */
export const takesAnswers = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM email_settings s WHERE s.project_id = ${projectId} AND s.reply_address IS NOT NULL AND ${isHeld(sql`s.project_id`, sql`s.reply_address`)})`;
export const readTakesAnswers = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${takesAnswers(projectId)} AS takes`, ([row]) => row !== undefined && col.truth(row, "takes"));
