// Sets up inbound mail for tests: raw mails, the channels, and the resulting messages and receipts.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { Env } from "#kernel/module/index.ts";
import worker from "../../edition/worker.ts";
import { type Answer, makeWorld, type Options, type World } from "./world.ts";

export const TOKEN = "t".repeat(40);
export const INBOUND = "/api/integrations/email/inbound";
export const PARSE = "/api/integrations/email/parse";
export const bearer = { authorization: `Bearer ${TOKEN}` };
export const basic = { authorization: `Basic ${btoa(`anyone:${TOKEN}`)}` };

let made = 0;
/** A world whose project receives mail at its own address. */
export async function mailWorld(options: Options = {}): Promise<World & { readonly at: string }> {
  const world = await makeWorld({
    ...options,
    vars: { INBOUND_EMAIL_TOKEN: TOKEN, RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...options.vars },
  });
  made += 1;
  const at = `help${made}@acme${made}.example`;
  await ownAddress(world, at);
  return Object.assign(world, { at });
}
/** Makes the address the project's, as if its code had been entered. */
export async function ownAddress(world: World, address: string, projectId = world.projectId): Promise<void> {
  await world.rows(
    "INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at, proved_at) VALUES (?, ?, ?, 1, 1, 1)",
    projectId,
    address,
    address.slice(address.lastIndexOf("@") + 1),
  );
  await world.rows("INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES (?, ?, 1, 1)", address, projectId);
}

/** A raw mail with these header fields and this text. */
export const raw = (fields: Record<string, string>, text = "Words of the mail."): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${text}\r\n`;
export const deliverByGateway = (world: World, body: Record<string, unknown>, env?: Env): Promise<Answer> =>
  world.call(INBOUND, { body, headers: bearer, ...(env === undefined ? {} : { env }) });
/** Posts a raw mail to the gateway route. */
export const deliverRaw = (
  world: World,
  mail: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  env?: Env,
): Promise<Answer> => {
  const bytes = typeof mail === "string" ? (new TextEncoder().encode(mail) as Uint8Array<ArrayBuffer>) : mail;
  return world.call(INBOUND, {
    raw: bytes,
    headers: { ...bearer, "content-type": "message/rfc822", "content-length": String(bytes.byteLength), ...headers },
    ...(env === undefined ? {} : { env }),
  });
};
export async function deliverByHostedParse(
  world: World,
  fields: Record<string, string | File>,
  headers: Record<string, string> = basic,
): Promise<Answer> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const packed = new Response(data);
  return await world.call(PARSE, {
    raw: (await packed.bytes()) as Uint8Array<ArrayBuffer>,
    headers: { ...headers, "content-type": packed.headers.get("content-type") ?? "" },
  });
}
/** Delivers through the platform's email handler; answers the reason of a rejection. */
export async function deliverByPlatform(
  world: World,
  mail: { from: string; to: string; raw: string; size?: number },
): Promise<string | undefined> {
  let rejected: string | undefined;
  const bytes = new TextEncoder().encode(mail.raw);
  const execution = createExecutionContext();
  const message = {
    from: mail.from,
    to: mail.to,
    headers: new Headers(),
    raw: new Response(bytes).body,
    rawSize: mail.size ?? bytes.byteLength,
    setReject: (reason: string) => (rejected = reason),
  } as unknown as ForwardableEmailMessage;
  await worker.email(message, world.env, execution);
  await waitOnExecutionContext(execution);
  return rejected;
}

export interface ReceiptRow {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly automatic: number | null;
  readonly reasons: string | null;
  readonly message_id: string | null;
  readonly contact_id: string | null;
  readonly object_key: string | null;
  readonly [column: string]: unknown;
}
export const receipts = (world: World): Promise<ReceiptRow[]> =>
  world.rows<ReceiptRow>("SELECT * FROM inbound_mail_receipts WHERE project_id = ? ORDER BY rowid", world.projectId);
/** The URL of the whole mail. */
export const rawOf = (world: World, receiptId: string | undefined): string =>
  `/api/management/projects/${world.projectId}/inbound-receipts/${receiptId}/raw`;
export interface MessageRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly content: string;
  readonly origin: {
    readonly door: string;
    readonly automatic: { reasons: { rule: string }[] } | null;
    readonly differentSender?: boolean;
  };
  readonly contact_id: string;
  readonly status: string;
  readonly waiting_since: number | null;
  readonly author_role: string;
}
export async function messages(world: World): Promise<MessageRow[]> {
  const rows = await world.rows<Omit<MessageRow, "origin"> & { origin: string }>(
    "SELECT m.id, m.conversation_id, m.content, m.origin, m.author_role, c.contact_id, c.status, c.waiting_since FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.project_id = ? ORDER BY m.rowid",
    world.projectId,
  );
  return rows.map((row) => ({ ...row, origin: JSON.parse(row.origin) as MessageRow["origin"] }));
}
/** Mail objects in the bucket, of all worlds. */
export const objects = async (world: World): Promise<string[]> =>
  (await world.env.FILES.list({ prefix: "m/" })).objects.map(({ key }) => key);
