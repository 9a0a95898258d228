// Relays typing and presence between the coordinators of the project and of a contact. These frames have no sequence and may be lost.
import { Database } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import type { MemberLiveFrame, VisitorLiveFrame } from "./contract.ts";
import { contactCoordinator, projectCoordinator } from "./coordinators.ts";
import type { EventSource } from "./extension.ts";
import { type SocketAttachment, personOf, type Subscriber, countFrame, TYPING_LIMIT } from "./subscriber.ts";

/** Signals that matter only now: they may be lost, and the latest counts. */
export type Mark = Extract<MemberLiveFrame | VisitorLiveFrame, { type: "typing" | "online" }>;

/** Conversations whose contact is remembered per coordinator. */
const REMEMBERED = 500;

export class Relay {
  readonly #env: Env;
  readonly #sql: SqlStorage;
  readonly #source: () => EventSource;
  readonly #contacts = new Map<string, ContactId>();
  readonly #windows = new Map<string, SocketAttachment["window"]>();
  constructor(env: Env, sql: SqlStorage, source: () => EventSource) {
    this.#env = env;
    this.#sql = sql;
    this.#source = source;
  }

  /** Whether one more typing signal of this person may be relayed, counted over all their sockets. */
  mayType(subscriber: Subscriber, now: number): boolean {
    const person = personOf(subscriber);
    const window = countFrame(this.#windows.get(person) ?? { startedAt: now, count: 0 }, now, TYPING_LIMIT);
    if (!window) return false;
    if (this.#windows.size >= REMEMBERED) this.#windows.clear();
    this.#windows.set(person, window);
    return true;
  }

  /** Relays a typing signal to the other side, unless it is a note; answers the frame for other subscribers here. Does nothing for a foreign conversation. */
  async typing(subscriber: Subscriber, conversationId: ConversationId, note: boolean): Promise<{ own?: Mark }> {
    const projectId = subscriber.projectId as ProjectId;
    const contactId = await this.#contactOf(projectId, conversationId);
    if (contactId === undefined) return {};
    if (subscriber.kind === "member" && note) {
      return { own: { type: "typing", conversationId, role: "operator", id: subscriber.accountId, name: subscriber.name, note } };
    }
    if (subscriber.kind === "member") {
      const frame: VisitorLiveFrame = { type: "typing", conversationId, role: "operator", name: subscriber.name };
      await contactCoordinator(this.#env, projectId, contactId).publish(frame);
      return { own: { type: "typing", conversationId, role: "operator", id: subscriber.accountId, name: subscriber.name } };
    }
    if (contactId !== subscriber.contactId) return {};
    const frame: MemberLiveFrame = { type: "typing", conversationId, role: "visitor", id: subscriber.contactId, name: null };
    await projectCoordinator(this.#env, projectId).publish(frame);
    return {};
  }

  async #contactOf(projectId: ProjectId, conversationId: ConversationId): Promise<ContactId | undefined> {
    const known = this.#contacts.get(conversationId);
    if (known !== undefined) return known;
    const [contactId] = await new Database(this.#env.DB).read(this.#source().contactOf(projectId, conversationId));
    if (contactId !== undefined) {
      if (this.#contacts.size >= REMEMBERED) this.#contacts.clear();
      this.#contacts.set(conversationId, contactId);
    }
    return contactId;
  }

  async announceOnline(subscriber: Extract<Subscriber, { kind: "visitor" }>, online: boolean): Promise<void> {
    await projectCoordinator(this.#env, subscriber.projectId as ProjectId).noteOnline(subscriber.contactId, online);
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
