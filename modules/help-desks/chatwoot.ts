// Reader of Chatwoot: conversations page by page, newest activity first, and their messages backwards.
import { type HelpDeskGet, HelpDeskError, isObject, objects, sourceIdOf, text, texts } from "#modules/help-import";
import { sha256 } from "#kernel/auth/index.ts";
import { withOurPlaceholders } from "./placeholders.ts";
import {
  type DeskAgent,
  type DeskFile,
  type DeskMessage,
  type DeskPerson,
  type DeskRating,
  type DeskReader,
  type DeskReply,
  type DeskTicket,
  nameIn,
  type Thread,
  personWithAttributes,
  teamsOf,
  timeOf,
  unlessRefused,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
/** Chatwoot's own sizes of pages: of conversations and of messages. */
const CONVERSATIONS = 25;
const MESSAGES = 20;
const MAX_PAGES = 50;
const INCOMING = 0;
const OUTGOING = 1;
const TEMPLATE = 3;
const RATINGS = 25;
/** How inboxes are told from teams. */
const INBOX = "inbox-";

export const chatwoot = (ask: HelpDeskGet, account: string): DeskReader => {
  const base = `/api/v1/accounts/${account}`;
  return {
    statuses: { open: "open", pending: "open", snoozed: "open", resolved: "closed" },

    async outline() {
      const { body } = await ask(`${base}/agents`);
      const teams = await unlessRefused(async () => objects((await ask(`${base}/teams`)).body));
      const inboxes = await unlessRefused(async () => {
        const { body: all } = await ask(`${base}/inboxes`);
        return objects(isObject(all) ? all["payload"] : []);
      });
      const { body: attributes } = await ask(`${base}/custom_attribute_definitions?attribute_model=1`);
      return {
        agents: objects(body).flatMap((one): DeskAgent[] => {
          const id = sourceIdOf(one["id"]);
          return id === null ? [] : [{ id, name: text(one["name"]), email: text(one["email"]) || null }];
        }),
        fields: objects(attributes).flatMap((one) => {
          const key = text(one["attribute_key"]);
          return key === "" ? [] : [{ key, label: text(one["attribute_display_name"]) || key }];
        }),
        teams: [...teamsOf(teams), ...teamsOf(inboxes, INBOX)],
      };
    },

    async page(at, since) {
      const page = Number(at ?? "1");
      const { body } = await ask(`${base}/conversations?status=all&assignee_type=all&sort_by=last_activity_at_asc&page=${page}`);
      const data = isObject(body) && isObject(body["data"]) ? body["data"] : undefined;
      if (data === undefined) throw new HelpDeskError("unavailable");
      const payload = objects(data["payload"]);
      const meta = isObject(data["meta"]) ? data["meta"] : {};
      const tickets = payload.flatMap(ticketOf).filter(({ changedAt }) => since === null || changedAt >= since);
      const total = typeof meta["all_count"] === "number" ? meta["all_count"] : null;
      const more = payload.length >= CONVERSATIONS || (total !== null && payload.length > 0 && page * CONVERSATIONS < total);
      return { tickets, next: more ? String(page + 1) : null, total };
    },

    async thread(ticket): Promise<Thread> {
      const found: DeskMessage[] = [];
      let before = "";
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { body } = await ask(`${base}/conversations/${ticket.id}/messages${before === "" ? "" : `?before=${before}`}`);
        if (!isObject(body)) throw new HelpDeskError("unavailable");
        const payload = objects(body["payload"]);
        found.push(...payload.flatMap((one) => messageOf(one)));
        const ids = payload.map((one) => Number(one["id"])).filter(Number.isFinite);
        if (payload.length < MESSAGES || ids.length === 0) return { messages: inOrder(found), cut: false };
        before = String(Math.min(...ids));
      }
      return { messages: inOrder(found), cut: true };
    },

    async replies() {
      const { body } = await ask(`${base}/canned_responses`);
      return {
        replies: objects(body).flatMap((one): DeskReply[] => {
          const id = sourceIdOf(one["id"]);
          const shortcut = text(one["short_code"]);
          if (id === null || text(one["content"]) === "") return [];
          return [{ id, title: shortcut, shortcut, text: withOurPlaceholders(text(one["content"])), more: false }];
        }),
        next: null,
      };
    },

    async ratings(at, since) {
      const page = Number(at ?? "1");
      const { body } = await ask(`${base}/csat_survey_responses?sort=created_at&page=${page}`);
      if (!Array.isArray(body)) throw new HelpDeskError("unavailable");
      const found = objects(body);
      return {
        items: found.flatMap(ratingOf).filter(({ at: given }) => since === null || given >= since),
        next: found.length >= RATINGS ? String(page + 1) : null,
      };
    },
  };
};
function ratingOf(one: Json): DeskRating[] {
  const [id, ticketId, at] = [sourceIdOf(one["id"]), sourceIdOf(one["conversation_id"]), timeOf(one["created_at"])];
  const score = ([1, 2, 3, 4, 5] as const).find((each) => each === one["rating"]);
  if (id === null || ticketId === null || at === undefined || score === undefined) return [];
  return [{ id, ticketId, score, there: String(score), comment: text(one["feedback_message"]), at }];
}
/** Chatwoot knows a contact's company by its name alone. */
function senderOf(one: Json): DeskPerson | null {
  const person = personWithAttributes(one);
  const more = isObject(one["additional_attributes"]) ? one["additional_attributes"] : {};
  const name = text(more["company_name"]).replaceAll(/\s+/g, " ").trim();
  if (person === null || name === "") return person;
  const id = sha256(name.toLowerCase()).slice(0, 32);
  return { ...person, companyId: id, company: { id, name, domains: [], website: null, notes: null } };
}
const inOrder = (messages: readonly DeskMessage[]): DeskMessage[] =>
  messages.toSorted((a, b) => a.at - b.at || Number(a.id) - Number(b.id));

function ticketOf(one: Json): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["created_at"]);
  if (id === null || createdAt === undefined) return [];
  const meta = isObject(one["meta"]) ? one["meta"] : {};
  const assignee = isObject(meta["assignee"]) ? meta["assignee"] : {};
  const more = isObject(one["additional_attributes"]) ? one["additional_attributes"] : {};
  const inboxId = sourceIdOf(one["inbox_id"]);
  return [
    {
      ...{ id, createdAt },
      subject: text(more["mail_subject"]) || null,
      status: text(one["status"]),
      changedAt: Math.max(timeOf(one["last_activity_at"]) ?? 0, timeOf(one["updated_at"]) ?? 0, createdAt),
      customer: isObject(meta["sender"]) ? senderOf(meta["sender"]) : null,
      assigneeId: sourceIdOf(assignee["id"]),
      tags: texts(one["labels"]),
      deleted: false,
      teamId: isObject(meta["team"]) ? sourceIdOf(meta["team"]["id"]) : inboxId === null ? null : INBOX + inboxId,
      lost: [],
    },
  ];
}
function messageOf(one: Json): DeskMessage[] {
  const id = sourceIdOf(one["id"]);
  const at = timeOf(one["created_at"]);
  const kind = one["message_type"];
  // What the system noted of an activity is no message.
  if (id === null || at === undefined || (kind !== INCOMING && kind !== OUTGOING && kind !== TEMPLATE)) return [];
  const sender = isObject(one["sender"]) ? one["sender"] : {};
  return [
    {
      ...{ id, at },
      by: kind === INCOMING ? "customer" : kind === OUTGOING ? "team" : "system",
      authorId: sourceIdOf(sender["id"]),
      authorName: text(sender["name"]) || null,
      text: text(one["content"]),
      internal: one["private"] === true,
      files: objects(one["attachments"]).flatMap((file): DeskFile[] => {
        const fileId = sourceIdOf(file["id"]);
        const url = text(file["data_url"]);
        return fileId === null || url === "" ? [] : [{ id: fileId, name: nameIn(url), url }];
      }),
    },
  ];
}
