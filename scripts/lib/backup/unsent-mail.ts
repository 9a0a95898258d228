// Stops unsent mail in a restored backup: most of it has been sent since, and a restored server must not send it a second time.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { filesBelow } from "../content-hash.ts";

const WHY = "This installation was restored from a backup: the mail may have been sent before.";

/** Sets every unsent mail in a checkpointed state folder to `needs_review`, for a person to decide. Returns their number. */
export function holdUnsentMail(state: string): number {
  let held = 0;
  for (const file of filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file);
    try {
      const has = db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?");
      const tables = ["mail_deliveries", "system_mails"].filter((table) => has.get(table) !== undefined);
      if (tables.length === 0) continue;
      for (const table of tables) {
        const { changes } = db
          .prepare(`UPDATE ${table} SET state = 'needs_review', error = ? WHERE state IN ('queued', 'sending', 'held')`)
          .run(WHY);
        held += Number(changes);
      }
      db.prepare(
        "UPDATE jobs SET state = 'dead', error = ?, finished_at = created_at, lease = NULL, lease_until = NULL WHERE kind IN ('email.reply', 'email.send', 'email.unseen', 'email.system') AND state IN ('queued', 'running')",
      ).run(WHY);
      // Links and codes may have been used since and would work again; waiting notifications were sent.
      for (const table of ["return_tokens", "address_codes", "account_tokens", "notices"])
        if (has.get(table)) db.exec(`DELETE FROM ${table}`);
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      db.close();
    }
  }
  return held;
}
