// Reader of Intercom: conversations by search in the order of their last change, each with its parts, and contacts one by one.
import { type HelpDeskGet, HelpDeskError, isObject, objects, sourceIdOf, text } from "#modules/help-import";
import {
  type DeskAgent,
  type DeskCompany,
  type DeskFile,
  type DeskMessage,
  type DeskRating,
  type DeskPerson,
  type DeskReader,
  type DeskTicket,
  nameIn,
  personWithAttributes,
  readHtml,
  teamsOf,
  type Thread,
  timeOf,
  unlessRefused,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
const CONVERSATIONS = 50;
const COMPANIES = 50;
/** Intercom gives no more parts of a conversation. */
const PARTS = 500;
const CUSTOMERS: readonly string[] = ["user", "lead", "contact"];

export const STATUSES = { open: "open", snoozed: "open", closed: "closed" } as const;

export const intercom = (ask: HelpDeskGet): DeskReader => ({
  statuses: STATUSES,
  hasRatings: true,

  async outline() {
    const { body: team } = await ask("/admins");
    const { body: attributes } = await ask("/data_attributes?model=contact");
    const teams = await unlessRefused(async () => {
      const { body } = await ask("/teams");
      return objects(isObject(body) ? body["teams"] : []);
    });
    return {
      agents: objects(isObject(team) ? team["admins"] : []).flatMap((one): DeskAgent[] => {
        const id = sourceIdOf(one["id"]);
        return id === null ? [] : [{ id, name: text(one["name"]), email: text(one["email"]) || null }];
      }),
      fields: objects(isObject(attributes) ? attributes["data"] : []).flatMap((one) => {
        const key = text(one["name"]);
        return key === "" || one["custom"] !== true ? [] : [{ key, label: text(one["label"]) || key }];
      }),
      teams: teamsOf(teams),
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
      return isObject(body) ? contactOf(body) : null;
    } catch (error) {
      if (error instanceof HelpDeskError && error.reason === "missing") return null;
      throw error;
    }
  },

  async thread(ticket) {
    const { body } = await ask(`/conversations/${ticket.id}`);
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    return threadOf(body, ticket.id);
  },

  async companies(at) {
    const page = Number(at ?? "1");
    const { body } = await ask(`/companies/list?page=${page}&per_page=${COMPANIES}`, {});
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const pages = isObject(body["pages"]) ? body["pages"] : {};
    const last = typeof pages["total_pages"] === "number" ? pages["total_pages"] : page;
    return { items: objects(body["data"]).flatMap(companyOf), next: page < last ? String(page + 1) : null };
  },
});
/** A conversation's source and parts, of the API and of a file alike. */
export function threadOf(body: Json, ticketId: string): Thread {
  const parts = isObject(body["conversation_parts"]) ? body["conversation_parts"] : {};
  const source = isObject(body["source"]) ? body["source"] : {};
  const first: Json = { ...source, id: `source-${ticketId}`, created_at: body["created_at"] };
  const all = [first, ...objects(parts["conversation_parts"])];
  const messages = all.flatMap(messageOf);
  const unreadable = all.filter((one) => text(one["body"]) !== "" && !hasPlace(one)).length;
  const total = typeof parts["total_count"] === "number" ? parts["total_count"] : 0;
  return { messages: messages.toSorted((a, b) => a.at - b.at), cut: total > PARTS, unreadable };
}
/** A contact with its first company; Intercom lists up to ten. */
export function contactOf(one: Json): DeskPerson | null {
  const person = personWithAttributes(one);
  const companies = isObject(one["companies"]) ? objects(one["companies"]["data"]) : [];
  return person && { ...person, companyId: sourceIdOf(companies[0]?.["id"]) };
}
function companyOf(one: Json): DeskCompany[] {
  const id = sourceIdOf(one["id"]);
  if (id === null) return [];
  return [{ id, name: text(one["name"]) || text(one["company_id"]), domains: [], website: text(one["website"]) || null, notes: null }];
}
function ratingOf(one: unknown, ticketId: string, otherwise: number): DeskRating | null {
  const rating = isObject(one) ? one : {};
  const score = ([1, 2, 3, 4, 5] as const).find((each) => each === rating["rating"]);
  if (score === undefined) return null;
  const at = timeOf(rating["updated_at"]) ?? timeOf(rating["created_at"]) ?? otherwise;
  return { id: ticketId, ticketId, score, there: String(score), comment: text(rating["remark"]), at };
}

/** A conversation, of the API and of a file alike. */
export function ticketOf(one: Json): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["created_at"]);
  if (id === null || createdAt === undefined) return [];
  const first = isObject(one["source"]) ? one["source"] : {};
  const contacts = isObject(one["contacts"]) ? objects(one["contacts"]["contacts"]) : [];
  const customerId = sourceIdOf(contacts[0]?.["id"]);
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
      teamId: sourceIdOf(one["team_assignee_id"]),
      companyId: sourceIdOf(one["company_id"]),
      rating: ratingOf(one["conversation_rating"], id, timeOf(one["updated_at"]) ?? createdAt),
      lost: [],
    },
  ];
}
/** It has the number and time by which it is stored. */
const hasPlace = (one: Json): boolean => sourceIdOf(one["id"]) !== null && timeOf(one["created_at"]) !== undefined;
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
