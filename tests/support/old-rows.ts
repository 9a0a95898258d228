// Rows that an installation of any earlier version may hold: people, an answered conversation, files, jobs, mail in every state. Each row
// names its table, so that an earlier schema takes the rows whose tables exist.
import { createHash } from "node:crypto";

const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, "0")}`;

export const PROJECT = id("prj", 1);
export const CONVERSATION = id("cnv", 1);
/** The signed-in owner's session cookie on loopback. */
const SESSION_TOKEN = "a-session-of-before-the-upgrade-0123456789";
export const COOKIE = `session=${id("acc", 1)}.${SESSION_TOKEN}`;
export const CONTENTS = ["My **order** is late'; DROP TABLE messages; --", "a note, two\nlines", "On its way 🚚"] as const;

export interface OldRow {
  readonly table: string;
  readonly sql: string;
}

const quoted = (value: string | number | null): string =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
const row = (table: string, columns: Readonly<Record<string, string | number | null>>): OldRow => ({
  table,
  sql: `INSERT INTO ${table} (${Object.keys(columns).join()}) VALUES (${Object.values(columns).map(quoted).join()})`,
});

/** Rows in an order that satisfies every reference; `now` is in milliseconds. */
export function oldRows(now = Date.now()): OldRow[] {
  const at = now - 60_000;
  const [account, contact] = [id("acc", 1), id("con", 1)];
  const receipts = ["received", "admitting", "admitted", "failed", "unreadable", "dropped"].map((state, i) =>
    row("inbound_mail_receipts", {
      id: id("rct", i),
      project_id: PROJECT,
      identity_hash: `hash${i}`,
      object_key: `m/${i}`,
      envelope_from: "zoe@example.test",
      envelope_to: "acme@desk.example.test",
      subject: "Re: order",
      size: 2048,
      door: "gateway",
      state,
      attempts: i,
      message_id: state === "admitted" ? id("msg", 0) : null,
      error: state === "failed" ? "D1 was away" : null,
      received_at: at + i,
      admitted_at: state === "admitted" ? at + i : null,
    }),
  );
  const messageRows = CONTENTS.flatMap((content, i) => {
    const [kind, role, author] = [i === 1 ? "note" : "message", i === 0 ? "visitor" : "operator", i === 0 ? contact : account];
    const own = { project_id: PROJECT, conversation_id: CONVERSATION, revision: i + 1, kind, client_id: `c${i}`, created_at: at + i };
    const event = { ...own, id: id("evt", i), sequence: i + 1, contact_id: contact, visible: kind === "note" ? 0 : 1, previous_visible: 0 };
    const origin = '{"door":"widget","automatic":null}';
    return [
      row("conversation_events", {
        ...event,
        actor_role: role,
        actor_id: author,
        scope: "scope",
        fingerprint: "f",
        message_id: id("msg", i),
      }),
      row("messages", { ...own, id: id("msg", i), author_role: role, author_id: author, content, origin }),
    ];
  });
  const head = { created_at: at, last_activity_at: at, revision: CONTENTS.length };
  const token_hash = createHash("sha256").update(SESSION_TOKEN).digest("hex");
  return [
    row("accounts", { id: account, email: "olga@example.test", name: "Olga", password_hash: "scrypt$15$8$3$c2FsdA$a2V5", created_at: at }),
    row("sessions", {
      id: id("ses", 1),
      account_id: account,
      token_hash,
      device: "Firefox on Linux",
      created_at: at,
      last_used_at: at,
      expires_at: now + 1e9,
    }),
    row("installation", { id: 1, key: "key", first_owner_id: account, created_at: at }),
    row("projects", { id: PROJECT, name: "Acme", slug: "acme", created_by: account, client_id: "c1", created_at: at, look: "{}" }),
    row("memberships", { project_id: PROJECT, account_id: account, role: "owner", joined_at: at }),
    row("contacts", {
      id: contact,
      project_id: PROJECT,
      name: "Zoë 🌿",
      email: "zoe@example.test",
      metadata: '{"plan":"pro"}',
      created_at: at,
    }),
    row("contacts", { id: id("con", 2), project_id: PROJECT, name: null, email: null, metadata: "{}", created_at: at }),
    row("conversations", { project_id: PROJECT, id: CONVERSATION, contact_id: contact, client_id: "c1", door: "widget", ...head }),
    row("project_heads", { project_id: PROJECT, sequence: CONTENTS.length, changed_at: at }),
    row("files", {
      id: id("fil", 1),
      project_id: PROJECT,
      object_key: "f/x",
      name: "a.png",
      type: "image/png",
      size: 68,
      state: "attached",
      owner: `visitor:${contact}`,
      client_id: "c1",
      created_at: at,
    }),
    row("jobs", { id: id("job", 1), kind: "assistant.reply", key: "k1", payload: "{}", due_at: now + 1e9, created_at: at }),
    ...messageRows,
    ...receipts,
  ];
}
