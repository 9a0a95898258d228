// Serves an installation that sends through a double of a mail provider, with conversations that began by mail.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { CLOUDFLARE_ACCOUNT, CLOUDFLARE_KEY, startCloudflare } from "../doubles/mail/cloudflare.ts";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import { SENDGRID_KEY, startSendgrid } from "../doubles/mail/sendgrid.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { Operator, Visitor } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";

export type Provider = "resend" | "cloudflare" | "sendgrid";
const KEYS: Readonly<Record<Provider, string>> = { resend: RESEND_KEY, cloudflare: CLOUDFLARE_KEY, sendgrid: SENDGRID_KEY };
const START: Readonly<Record<Provider, () => Promise<MailDouble>>> = {
  resend: () => startResend(),
  cloudflare: startCloudflare,
  sendgrid: startSendgrid,
};
const SITE = "https://acme.example";

/** A row of the outbox. */
export type Row = Readonly<Record<string, string | number | null>>;
export interface Conversation {
  readonly id: string;
  readonly contactId: string;
  readonly address: string;
  /** Replies as the owner; answers the message's id. */
  answer(content: string, attachments?: readonly string[]): Promise<string>;
}

export class MailDesk {
  readonly served: Served;
  readonly double: MailDouble;
  readonly tables: Tables;
  readonly owner: Operator;
  readonly #folder: string;
  projectId = "";
  key = "";

  constructor(served: Served, double: MailDouble, folder: string) {
    this.served = served;
    this.double = double;
    this.#folder = folder;
    this.tables = new Tables(join(folder, "state"));
    this.owner = new Operator(served.url);
  }
  management(path = ""): string {
    return `/api/management/projects/${this.projectId}/email${path}`;
  }
  /** Marks every claimed address of a project as proved, as if the codes had been entered. */
  proveAddresses(): void {
    this.tables.run("UPDATE address_claims SET proved_at = 1");
    this.tables.run(
      "INSERT INTO inbound_addresses (address, project_id, created_at, takes_mail, held_at) SELECT address, project_id, 1, takes_mail, 1 FROM address_claims WHERE 1 ON CONFLICT (address) DO UPDATE SET takes_mail = excluded.takes_mail",
    );
  }
  /** A conversation that began by mail; `mail` = the headers and results of that mail. */
  async conversation({
    proved = true,
    address = `${randomUUID().slice(0, 8)}@customer.example`,
    content = "Where is my order?",
    mail,
  }: {
    proved?: boolean;
    address?: string;
    content?: string;
    mail?: { subject: string | null; headerId: string | null };
  } = {}): Promise<Conversation> {
    const visitor = new Visitor(this.served.url, this.key, SITE);
    await visitor.start();
    const { conversation, event } = (await visitor.open(content)).body;
    this.tables.run("UPDATE contacts SET email = ?, email_verified = ? WHERE id = ?", address, proved ? 1 : 0, visitor.contactId);
    this.tables.run("UPDATE conversations SET door = 'email' WHERE id = ?", conversation.id);
    this.tables.run("UPDATE messages SET origin = json_set(origin, '$.door', 'email') WHERE id = ?", event.message.id);
    if (mail)
      this.tables.run(
        "INSERT INTO mails (message_id, project_id, conversation_id, direction, header_id, from_address, subject, created_at) SELECT id, project_id, conversation_id, 'in', ?, ?, ?, created_at FROM messages WHERE id = ?",
        mail.headerId,
        address,
        mail.subject,
        event.message.id,
      );
    let frontier = 1;
    return {
      id: conversation.id,
      contactId: visitor.contactId,
      address,
      answer: async (words, attachments = []) => {
        const answered = await this.owner.post<{ event: { revision: number; message: { id: string } } }>(
          `/api/dashboard/projects/${this.projectId}/conversations/${conversation.id}/messages`,
          { clientId: randomUUID(), frontier, content: words, attachments },
        );
        if (answered.status !== 201) throw new Error(`answer: ${answered.status} ${JSON.stringify(answered.body)}`);
        frontier = answered.body.event.revision;
        return answered.body.event.message.id;
      },
    };
  }
  delivery(messageId: string): Row | undefined {
    return this.tables.all("SELECT * FROM mail_deliveries WHERE message_id = ?", messageId)[0] as Row | undefined;
  }
  /** Waits until a message's mail is in one of the states. */
  async until(messageId: string, ...states: string[]): Promise<Row> {
    const end = Date.now() + 20_000;
    for (;;) {
      const row = this.delivery(messageId);
      // A new mail is queued for a moment before its first attempt.
      if (row && states.includes(String(row["state"])) && (row["state"] !== "queued" || row["attempts"] !== 0)) return row;
      if (Date.now() > end)
        throw new Error(
          `not ${states.join()}: ${JSON.stringify(row)} ${JSON.stringify(this.tables.all("SELECT kind, state, attempts, error FROM jobs WHERE kind LIKE 'email%'"))}`,
        );
      await new Promise((wake) => setTimeout(wake, 30));
    }
  }
  /** Makes everything that waits due now, and runs the schedule. */
  async later(): Promise<void> {
    this.tables.run("UPDATE jobs SET due_at = 0 WHERE kind LIKE 'email.%' AND state = 'queued'");
    await this.served.tick();
  }
  /** Runs every mail job again, as a queue that delivers twice or an interrupted worker would. */
  async repeatJobs(): Promise<void> {
    this.tables.run("UPDATE jobs SET due_at = 0, state = 'queued', finished_at = NULL WHERE kind LIKE 'email.%'");
    await this.served.tick();
  }
  async stop(): Promise<void> {
    this.tables.close();
    await this.served.stop();
    await this.double.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function mailDesk(provider: Provider, vars: Readonly<Record<string, string>> = {}): Promise<MailDesk> {
  const double = await START[provider]();
  const folder = mkdtempSync(join(tmpdir(), "seed-mail-"));
  const served = await serveBuild({
    state: join(folder, "state"),
    tick: false,
    vars: {
      TEST_CHECK_REPLIES: "1",
      TEST_SCRYPT_LOG_N: "4",
      TEST_EMAIL_BASE_URL: double.url,
      EMAIL_PROVIDER: provider,
      EMAIL_API_KEY: KEYS[provider],
      EMAIL_FROM: "Acme <desk@acme.example>",
      ...(provider === "cloudflare" ? { EMAIL_ACCOUNT_ID: CLOUDFLARE_ACCOUNT } : {}),
      ...vars,
    },
  });
  const desk = new MailDesk(served, double, folder);
  await desk.owner.setup();
  ({ id: desk.projectId, key: desk.key } = await desk.owner.project("Acme", SITE));
  return desk;
}
