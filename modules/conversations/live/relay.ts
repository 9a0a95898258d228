// What passes between the project's object and a contact's: typing and who is online. Unnumbered, may be lost.
import { Database } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import type { MemberFrame, VisitorFrame } from "../contract.ts";
import { readContactOf } from "../store/summaries.ts";
import { contactObject, projectObject } from "./objects.ts";
import { type Attachment, personOf, type Seat, spend, TYPING } from "./seat.ts";

/** What is only worth knowing now: it may be lost, and the last one counts. */
export type Mark = Extract<MemberFrame | VisitorFrame, { type: "typing" | "online" }>;

/** Conversations whose contact is remembered per object. */
const REMEMBERED = 500;

export class Relay {
  readonly #env: Env;
  readonly #sql: SqlStorage;
  readonly #contacts = new Map<string, ContactId>();
  readonly #spent = new Map<string, Attachment["bucket"]>();
  constructor(env: Env, sql: SqlStorage) {
    this.#env = env;
    this.#sql = sql;
  }

  /** Whether one more typing mark of this person may be passed on, whichever of their sockets it comes from. */
  mayType(seat: Seat, now: number): boolean {
    const person = personOf(seat);
    const bucket = spend(this.#spent.get(person) ?? { at: now, n: 0 }, now, TYPING);
    if (!bucket) return false;
    if (this.#spent.size >= REMEMBERED) this.#spent.clear();
    this.#spent.set(person, bucket);
    return true;
  }

  /** Passes a typing mark to the other side; answers the frame for the other seats of the own object. Nothing for a conversation that is not the seat's. */
  async typing(seat: Seat, conversationId: ConversationId): Promise<{ own?: Mark }> {
    const projectId = seat.projectId as ProjectId;
    const contactId = await this.#contactOf(projectId, conversationId);
    if (contactId === undefined) return {};
    if (seat.kind === "member") {
      await contactObject(this.#env, projectId, contactId).tell({ type: "typing", conversationId, role: "operator", name: seat.name });
      return { own: { type: "typing", conversationId, role: "operator", id: seat.accountId, name: seat.name } };
    }
    if (contactId !== seat.contactId) return {};
    await projectObject(this.#env, projectId).tell({ type: "typing", conversationId, role: "visitor", id: seat.contactId, name: null });
    return {};
  }

  async #contactOf(projectId: ProjectId, conversationId: ConversationId): Promise<ContactId | undefined> {
    const known = this.#contacts.get(conversationId);
    if (known !== undefined) return known;
    const [contactId] = await new Database(this.#env.DB).read(readContactOf(projectId, conversationId));
    if (contactId !== undefined) {
      if (this.#contacts.size >= REMEMBERED) this.#contacts.clear();
      this.#contacts.set(conversationId, contactId);
    }
    return contactId;
  }

  async announceOnline(seat: Extract<Seat, { kind: "visitor" }>, online: boolean): Promise<void> {
    await projectObject(this.#env, seat.projectId as ProjectId).noteOnline(seat.contactId, online);
  }
  noteOnline(contactId: string, online: boolean): void {
    if (online) this.#sql.exec("INSERT INTO online (contact_id) VALUES (?) ON CONFLICT DO NOTHING", contactId);
    else this.#sql.exec("DELETE FROM online WHERE contact_id = ?", contactId);
  }
  online(): string[] {
    return this.#sql
      .exec<{ contact_id: string }>("SELECT contact_id FROM online LIMIT 500")
      .toArray()
      .map((row) => row.contact_id);
  }
}

/** Who of the team is here and what each looks at. */
export function presenceOf(attachments: readonly Attachment[]): MemberFrame {
  const members = attachments.flatMap(({ seat, live, viewing }) =>
    seat.kind === "member" && live ? [{ accountId: seat.accountId, conversationId: viewing }] : [],
  );
  return { type: "presence", members };
}
