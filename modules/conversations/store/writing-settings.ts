// Reads and writes how a member writes in a project. A member without a row has the defaults.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { WritingSettings } from "../contract.ts";

const DEFAULTS: WritingSettings = { sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 };

export const readWritingSettings = (projectId: ProjectId, accountId: AccountId): Query<WritingSettings> =>
  query(
    sql`SELECT ${columns("writing_settings", "send_key, after_handling, signature, undo_seconds")} FROM writing_settings WHERE project_id = ${projectId} AND account_id = ${accountId}`,
    ([row]) =>
      row
        ? {
            sendKey: row.send_key,
            afterHandling: row.after_handling,
            signature: row.signature,
            undoSeconds: row.undo_seconds as WritingSettings["undoSeconds"],
          }
        : DEFAULTS,
  );
export const writeWritingSettings = (projectId: ProjectId, accountId: AccountId, s: WritingSettings, when: SQL): SQL => sql`
  INSERT INTO writing_settings (project_id, account_id, send_key, after_handling, signature, undo_seconds)
  SELECT ${projectId}, ${accountId}, ${s.sendKey}, ${s.afterHandling}, ${s.signature}, ${s.undoSeconds} WHERE ${when}
  ON CONFLICT (project_id, account_id) DO UPDATE SET send_key = excluded.send_key, after_handling = excluded.after_handling, signature = excluded.signature, undo_seconds = excluded.undo_seconds`;
/** Deletes those for which the condition on the row holds. */
export const writeWritingSettingsGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM writing_settings WHERE project_id = ${projectId} AND ${when}`;
