// Statements on a project's mail settings and its inbound addresses.
import { iso } from "#kernel/clock/index.ts";
import { col, onePart, type Part, part } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "drizzle-orm";
import { type EmailSettings, MAX_ADDRESSES } from "./contract.ts";

const UNSET: EmailSettings = { sender: null, senderName: null, replyAddress: null, signature: "", askAddress: true, mailUnseen: true };
/** The settings of a project; of one that never chose any, what that means. */
export const readSettings = (projectId: ProjectId): Part<EmailSettings> =>
  part(
    sql`SELECT sender, sender_name, reply_address, signature, ask_address, mail_unseen FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) =>
      row === undefined
        ? UNSET
        : {
            sender: col.textOrNull(row, "sender"),
            senderName: col.textOrNull(row, "sender_name"),
            replyAddress: col.textOrNull(row, "reply_address"),
            signature: col.text(row, "signature"),
            askAddress: col.truth(row, "ask_address"),
            mailUnseen: col.truth(row, "mail_unseen"),
          },
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

export const readAddresses = (projectId: ProjectId): Part<{ address: string; createdAt: string }[]> =>
  part(
    sql`SELECT address, created_at FROM inbound_addresses WHERE project_id = ${projectId} ORDER BY created_at, address LIMIT ${MAX_ADDRESSES}`,
    (rows) => rows.map((row) => ({ address: col.text(row, "address"), createdAt: iso(col.number(row, "created_at")) })),
  );
export const readOwnerOf = (address: string): Part<ProjectId | undefined> =>
  onePart(sql`SELECT project_id FROM inbound_addresses WHERE address = ${address}`, (row) => col.id<ProjectId>(row, "project_id"));
/** Holds while no other living project takes mail at the address or sends from it: nobody writes in another project's name. */
export const isFree = (projectId: ProjectId, address: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM inbound_addresses WHERE address = ${address} AND project_id <> ${projectId}) AND ${isNotSender(projectId, address)}`;
const isNotSender = (projectId: ProjectId, address: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM email_settings s WHERE lower(s.sender) = ${address} AND s.project_id <> ${projectId} AND ${projectIsLive(sql`s.project_id`)})`;
export const readFree = (projectId: ProjectId, address: string): Part<boolean | undefined> =>
  onePart(sql`SELECT ${isFree(projectId, address)} AS free`, (row) => col.truth(row, "free"));
/** The deciding insert: one address is one project's, and a project has a bounded number. */
export const writeAddress = (projectId: ProjectId, address: string, now: number, when: SQL = sql`1`): SQL => sql`
  INSERT INTO inbound_addresses (address, project_id, created_at) SELECT ${address}, ${projectId}, ${now}
  WHERE (SELECT count(*) FROM inbound_addresses WHERE project_id = ${projectId}) < ${MAX_ADDRESSES} AND ${isNotSender(projectId, address)} AND ${when} ON CONFLICT (address) DO NOTHING`;
/** Holds when mail to the address is this project's. */
export const isOwn = (projectId: ProjectId, address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses WHERE address = ${address} AND project_id = ${projectId})`;
/** Answers must find their way in, so the reply address stays as long as it is one. */
export const writeNoAddress = (projectId: ProjectId, address: string): SQL => sql`
  DELETE FROM inbound_addresses WHERE project_id = ${projectId} AND address = ${address}
    AND NOT EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND reply_address = ${address})`;
/** Whether the project's widget asks visitors for an address. */
export const readAsks = (projectId: ProjectId): Part<boolean> =>
  part(
    sql`SELECT ask_address FROM email_settings WHERE project_id = ${projectId}`,
    ([row]) => row === undefined || col.truth(row, "ask_address"),
  );
/** Holds when answers to mail of the project find their way in. */
export const takesAnswers = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND reply_address IS NOT NULL)`;
export const readTakesAnswers = (projectId: ProjectId): Part<boolean> =>
  part(sql`SELECT ${takesAnswers(projectId)} AS takes`, ([row]) => row !== undefined && col.truth(row, "takes"));
