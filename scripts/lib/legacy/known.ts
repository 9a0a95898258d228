// What a pass over an export has seen so far, in a temporary database, so that memory does not grow with the export.
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** A record that was seen. */
export interface Known {
  /** Empty for accounts. */
  readonly project: string;
  /** Of a conversation its contact, of a message its conversation; else empty. */
  readonly of: string;
}
/** What the events of a conversation add up to. */
export interface Thread {
  readonly revision: number;
  readonly visible: number;
  readonly visitorMessages: number;
  readonly teamMessages: number;
  readonly previewOf: string | null;
  readonly preview: string;
  readonly previewRole: string;
  readonly previewAutomatic: number;
  readonly previewAuthor: string | null;
  readonly previewFiles: number;
}
export const NO_THREAD: Thread = {
  ...{ revision: 0, visible: 0, visitorMessages: 0, teamMessages: 0, previewOf: null, preview: "" },
  ...{ previewRole: "visitor", previewAutomatic: 0, previewAuthor: null, previewFiles: 0 },
};
const THREAD =
  "revision, visible, visitorMessages, teamMessages, previewOf, preview, previewRole, previewAutomatic, previewAuthor, previewFiles";

export class KnownRecords {
  readonly #db: DatabaseSync;
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #thread: StatementSync;
  readonly #setThread: StatementSync;
  readonly #filed: StatementSync;
  #pending = 0;

  constructor() {
    // Without a name it is a file that no folder lists: a killed import leaves no texts of messages behind.
    this.#db = new DatabaseSync("");
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;
      CREATE TABLE known (id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, of TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE threads (id TEXT NOT NULL PRIMARY KEY, ${THREAD}) WITHOUT ROWID; BEGIN`);
    this.#add = this.#db.prepare("INSERT INTO known (id, project, of) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
    this.#find = this.#db.prepare("SELECT project, of FROM known WHERE id = ?");
    this.#thread = this.#db.prepare(`SELECT ${THREAD} FROM threads WHERE id = ?`);
    this.#setThread = this.#db.prepare(
      `INSERT INTO threads (id, ${THREAD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
        ${THREAD.split(", ")
          .map((column) => `${column} = excluded.${column}`)
          .join(", ")}`,
    );
    this.#filed = this.#db.prepare("UPDATE threads SET previewFiles = previewFiles + 1 WHERE id = ? AND previewOf = ?");
  }

  /** Adds a record; false if one with this id was seen before. */
  add(id: string, known: Known): boolean {
    this.#pending += 1;
    if (this.#pending % 100_000 === 0) this.#db.exec("COMMIT; BEGIN"); // Without this the cache cannot be given back.
    return this.#add.run(id, known.project, known.of).changes === 1;
  }
  find(id: string): Known | undefined {
    return this.#find.get(id) as Known | undefined;
  }
  thread(conversationId: string): Thread {
    return (this.#thread.get(conversationId) as Thread | undefined) ?? NO_THREAD;
  }
  setThread(conversationId: string, t: Thread): void {
    this.#setThread.run(
      ...[conversationId, t.revision, t.visible, t.visitorMessages, t.teamMessages, t.previewOf, t.preview],
      ...[t.previewRole, t.previewAutomatic, t.previewAuthor, t.previewFiles],
    );
  }
  /** A message has one more file. */
  addFile(conversationId: string, messageId: string): void {
    this.#filed.run(conversationId, messageId);
  }
  close(): void {
    this.#db.close();
  }
}
