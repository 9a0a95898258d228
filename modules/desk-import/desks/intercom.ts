// Reader of Intercom: conversations by search in the order of their last change, each with its parts, and contacts one by one.
import { type HelpDeskGet, HelpDeskError, isObject, objects, sourceIdOf, text } from "#modules/help-import";
import {
  type DeskAgent,
  type DeskFile,
  type DeskMessage,
  type DeskReader,
  type DeskTicket,
  nameIn,
  personWithAttributes,
  readHtml,
  timeOf,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
const CONVERSATIONS = 50;
/** Intercom gives no more parts of a conversation. */
const PARTS = 500;
const CUSTOMERS: readonly string[] = ["user", "lead", "contact"];

export const intercom = (ask: HelpDeskGet): DeskReader => ({
  statuses: { open: "open", snoozed: "open", closed: "closed" },

  async outline() {
    const { body: team } = await ask("/admins");
    const { body: attributes } = await ask("/data_attributes?model=contact");
    return {
      agents: objects(isObject(team) ? team["admins"] : []).flatMap((one): DeskAgent[] => {
        const id = sourceIdOf(one["id"]);
        return id === null ? [] : [{ id, name: text(one["name"]), email: text(one["email"]) || null }];
      }),
      fields: objects(isObject(attributes) ? attributes["data"] : []).flatMap((one) => {
        const key = text(one["name"]);
        return key === "" || one["custom"] !== true ? [] : [{ key, label: text(one["label"]) || key }];
      }),
    };
  },

  async page(at, since) {
    // There is no "at or after": one second earlier is asked for, and what is too old is dropped.
    const from = Math.max(0, Math.floor((since ?? 0) / 1000) - 1);
    const { body } = await ask("/conversations/search", {
      query: { field: "updated_at", operator: ">", value: from },
      sort: { field: "updated_at", order: "ascending" },
      pagination: { per_page: CONVERSATIONS, ...(at === null ? {} : { starting_after: at }) },
    });
    if (!isObject(body) || !Array.isArray(body["conversations"])) throw new HelpDeskError("unavailable");
    const pages = isObject(body["pages"]) ? body["pages"] : {};
    const next = isObject(pages["next"]) ? text(pages["next"]["starting_after"]) : "";
    return {
      tickets: objects(body["conversations"])
        .flatMap(ticketOf)
        .filter(({ changedAt }) => since === null || changedAt >= since),
      next: next === "" ? null : next,
      total: typeof body["total_count"] === "number" ? body["total_count"] : null,
    };
  },

  async customer(ticket) {
    if (ticket.customer === null) return null;
    try {
      const { body } = await ask(`/contacts/${ticket.customer.id}`);
      return isObject(body) ? personWithAttributes(body) : null;
    } catch (error) {
      if (error instanceof HelpDeskError && error.reason === "missing") return null;
      throw error;
    }
  },

  async thread(ticket) {
    const { body } = await ask(`/conversations/${ticket.id}`);
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const parts = isObject(body["conversation_parts"]) ? body["conversation_parts"] : {};
    const source = isObject(body["source"]) ? body["source"] : {};
    const first: Json = { ...source, id: `source-${ticket.id}`, created_at: body["created_at"] };
    const messages = [first, ...objects(parts["conversation_parts"])].flatMap(messageOf);
    const total = typeof parts["total_count"] === "number" ? parts["total_count"] : 0;
    return { messages: messages.toSorted((a, b) => a.at - b.at), cut: total > PARTS };
  },
});

function ticketOf(one: Json): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["created_at"]);
  if (id === null || createdAt === undefined) return [];
  const first = isObject(one["source"]) ? one["source"] : {};
  const contacts = isObject(one["contacts"]) ? objects(one["contacts"]["contacts"]) : [];
  const customerId = sourceIdOf(contacts[0]?.["id"]);
  const rating = isObject(one["conversation_rating"]) ? one["conversation_rating"]["rating"] : null;
  const tags = isObject(one["tags"]) ? objects(one["tags"]["tags"]) : [];
  return [
    {
      ...{ id, createdAt },
      subject: text(one["title"]) || readHtml(text(first["subject"])).text || null,
      status: text(one["state"]),
      changedAt: timeOf(one["updated_at"]) ?? createdAt,
      customer: customerId === null ? null : { id: customerId, name: null, email: null, verified: false, fields: {} },
      assigneeId: sourceIdOf(one["admin_assignee_id"]),
      tags: tags.map((tag) => text(tag["name"])).filter((name) => name !== ""),
      deleted: false,
      lost: [
        ...(typeof rating === "number" ? [["satisfaction", String(rating)] as const] : []),
        ...(sourceIdOf(one["company_id"]) === null ? [] : [["company", ""] as const]),
        ...(sourceIdOf(one["team_assignee_id"]) === null ? [] : [["team", ""] as const]),
      ],
    },
  ];
}
/** Parts without words or files are what happened to the conversation. */
function messageOf(one: Json): DeskMessage[] {
  const id = sourceIdOf(one["id"]);
  const at = timeOf(one["created_at"]);
  if (id === null || at === undefined) return [];
  const author = isObject(one["author"]) ? one["author"] : {};
  const attached = objects(one["attachments"]).flatMap((file, place): DeskFile[] => {
    const url = text(file["url"]);
    return url === "" ? [] : [{ id: `file-${place}`, name: text(file["name"]) || nameIn(url), url }];
  });
  const { text: words, files } = readHtml(text(one["body"]), attached);
  if (words === "" && files.length === 0) return [];
  const kind = text(author["type"]);
  return [
    {
      ...{ id, at, files },
      by: CUSTOMERS.includes(kind) ? "customer" : kind === "bot" ? "system" : "team",
      authorId: sourceIdOf(author["id"]),
      authorName: text(author["name"]) || null,
      text: words,
      // What is said with an assignment is for the team, like a note.
      internal: /note|assign/.test(text(one["part_type"])),
    },
  ];
}
