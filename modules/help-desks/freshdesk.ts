// Reader of Freshdesk: tickets in the order of their last change, each with its first message and what followed.
import { type HelpDeskGet, HelpDeskError, isObject, objects, saidOf, sourceIdOf, text, texts } from "#modules/help-import";
import { markdownOf } from "#kernel/rich-text/from-html.ts";
import { byTime } from "./pages-by-time.ts";
import { withOurPlaceholders } from "./placeholders.ts";
import {
  type DeskAgent,
  type DeskCompany,
  type DeskFile,
  type DeskMessage,
  type DeskPerson,
  type DeskRating,
  type DeskReader,
  type DeskReply,
  type DeskTicket,
  fieldsOf,
  joined,
  readHtml,
  teamsOf,
  timeOf,
  unlessRefused,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
const TICKETS = 50;
const LISTED = 100;
/** Pages of a list: 1,000 members of the team, and 1,000 messages of a ticket. */
const MAX_PAGES = 10;
const STATUSES: Readonly<Record<string, string>> = {
  2: "open",
  3: "pending",
  4: "resolved",
  5: "closed",
  6: "waiting on customer",
  7: "waiting on third party",
};
/** Seven steps there, five here. */
const SCORES: Readonly<Record<string, DeskRating["score"]>> = { 103: 5, 102: 5, 101: 4, 100: 3, "-101": 2, "-102": 1, "-103": 1 };
/** Ratings are listed by when they were first given: one that was changed later is found again within so many days. */
const RATED_BEFORE = 30 * 86_400_000;

export function freshdesk(ask: HelpDeskGet): DeskReader {
  /** The team by id, from the outline. */
  let team: readonly DeskAgent[] = [];
  return {
    statuses: {
      ...{ open: "open", pending: "open", resolved: "closed", closed: "closed" },
      ...{ "waiting on customer": "open", "waiting on third party": "open", spam: "skip" },
    },

    async outline() {
      const agents = await listed(ask, "/api/v2/agents?");
      team = agents.list.flatMap((one): DeskAgent[] => {
        const id = sourceIdOf(one["id"]);
        const contact = isObject(one["contact"]) ? one["contact"] : {};
        return id === null ? [] : [{ id, name: text(contact["name"]), email: text(contact["email"]) || null }];
      });
      const { body: fields } = await ask("/api/v2/contact_fields");
      const groups = await unlessRefused(async () => (await listed(ask, "/api/v2/groups?")).list);
      return {
        agents: team,
        fields: objects(fields).flatMap((one) => {
          const key = text(one["name"]);
          return key === "" || one["default"] === true ? [] : [{ key, label: text(one["label"]) || key }];
        }),
        teams: teamsOf(groups),
      };
    },

    page: (at, since) =>
      byTime(at, since, async (from, page) => {
        const { body, more } = await ask(
          `/api/v2/tickets?updated_since=${from}&order_by=updated_at&order_type=asc&include=requester&per_page=${TICKETS}&page=${page}`,
        );
        if (!Array.isArray(body)) throw new HelpDeskError("unavailable");
        return { tickets: objects(body).flatMap(ticketOf), more, total: null };
      }),

    async customer({ customer }, fields) {
      if (customer === null || !fields) return customer;
      try {
        const { body } = await ask(`/api/v2/contacts/${customer.id}`);
        return isObject(body) ? { ...customer, fields: fieldsOf(body["custom_fields"]) } : customer;
      } catch (error) {
        if (error instanceof HelpDeskError && error.reason === "missing") return customer;
        throw error;
      }
    },

    async thread(ticket) {
      const { body } = await ask(`/api/v2/tickets/${ticket.id}`);
      if (!isObject(body)) throw new HelpDeskError("unavailable");
      const first: Json = {
        ...{ id: `ticket-${ticket.id}`, body: body["description"], created_at: body["created_at"], attachments: body["attachments"] },
        ...{ incoming: true, private: false, user_id: body["requester_id"] },
      };
      const { list, cut } = await listed(ask, `/api/v2/tickets/${ticket.id}/conversations?`);
      const messages = [first, ...list].flatMap((one) => messageOf(one, ticket, team));
      return { messages: messages.toSorted((a, b) => a.at - b.at), cut };
    },

    // A page is a folder, at "<its index>".
    async replies(at) {
      const { list } = await listed(ask, "/api/v2/canned_response_folders?");
      const folders = list.filter(({ personal }) => personal !== true).map(({ id }) => sourceIdOf(id));
      const place = Number(at ?? "0");
      const folder = folders[place] ?? null;
      const inside = folder === null ? { list: [] } : await listed(ask, `/api/v2/canned_response_folders/${folder}/responses?`);
      return { replies: inside.list.flatMap(replyOf), next: place + 1 < folders.length ? String(place + 1) : null };
    },

    async companies(at) {
      const { list, next } = await numbered(ask, "/api/v2/companies?", at);
      return { items: list.flatMap(companyOf), next };
    },

    async ratings(at, since) {
      const from = since === null ? "" : `created_since=${new Date(Math.max(0, since - RATED_BEFORE)).toISOString().slice(0, 19)}Z&`;
      const { list, next } = await numbered(ask, `/api/v2/surveys/satisfaction_ratings?${from}`, at);
      return { items: list.flatMap(ratingOf), next };
    },
  };
}
function companyOf(one: Json): DeskCompany[] {
  const id = sourceIdOf(one["id"]);
  if (id === null) return [];
  return [{ id, name: text(one["name"]), domains: texts(one["domains"]), website: null, notes: joined(one["description"], one["note"]) }];
}
/** The answer to the survey's first question; other questions have no place here. */
function ratingOf(one: Json): DeskRating[] {
  const [id, ticketId] = [sourceIdOf(one["id"]), sourceIdOf(one["ticket_id"])];
  const at = timeOf(one["updated_at"]) ?? timeOf(one["created_at"]);
  const there = isObject(one["ratings"]) ? String(one["ratings"]["default_question"]) : "";
  const score = saidOf(SCORES, there);
  if (id === null || ticketId === null || at === undefined || score === undefined) return [];
  return [{ id, ticketId, score, there, comment: text(one["feedback"]), at }];
}
function replyOf(one: Json): DeskReply[] {
  const id = sourceIdOf(one["id"]);
  const words = markdownOf(text(one["content_html"])) || text(one["content"]);
  if (id === null || words === "") return [];
  return [{ id, title: text(one["title"]), shortcut: "", text: withOurPlaceholders(words), more: objects(one["attachments"]).length > 0 }];
}

function ticketOf(one: Json): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["created_at"]);
  if (id === null || createdAt === undefined) return [];
  const status = String(one["status"]);
  return [
    {
      ...{ id, createdAt },
      subject: text(one["subject"]) || null,
      status: one["spam"] === true ? "spam" : (STATUSES[status] ?? `status ${status}`.slice(0, 40)),
      changedAt: timeOf(one["updated_at"]) ?? createdAt,
      customer: isObject(one["requester"]) ? personOf(one["requester"]) : null,
      assigneeId: sourceIdOf(one["responder_id"]),
      tags: texts(one["tags"]),
      deleted: one["deleted"] === true,
      teamId: sourceIdOf(one["group_id"]),
      companyId: sourceIdOf(one["company_id"]),
      lost: [],
    },
  ];
}
/** Freshdesk does not say whether an address was confirmed. */
function personOf(one: Json): DeskPerson | null {
  const id = sourceIdOf(one["id"]);
  if (id === null) return null;
  return { id, name: text(one["name"]) || null, email: text(one["email"]) || null, verified: false, fields: {} };
}
function messageOf(one: Json, { customer }: DeskTicket, team: readonly DeskAgent[]): DeskMessage[] {
  const id = sourceIdOf(one["id"]);
  const at = timeOf(one["created_at"]);
  if (id === null || at === undefined) return [];
  const authorId = sourceIdOf(one["user_id"]);
  const agent = team.find((each) => each.id === authorId);
  const internal = one["private"] === true;
  const attached = objects(one["attachments"]).flatMap((file): DeskFile[] => {
    const fileId = sourceIdOf(file["id"]);
    return fileId === null ? [] : [{ id: fileId, name: text(file["name"]), url: text(file["attachment_url"]) }];
  });
  const { text: words, files } = readHtml(text(one["body"]), attached);
  return [
    {
      ...{ id, at, authorId, internal, files },
      by: one["incoming"] === true && agent === undefined ? "customer" : "team",
      authorName: agent?.name ?? (authorId === customer?.id ? (customer?.name ?? null) : text(one["from_email"]) || null),
      text: words,
    },
  ];
}

/** A page of a list, by its number. */
async function numbered(ask: HelpDeskGet, path: string, at: string | null): Promise<{ list: Json[]; next: string | null }> {
  const page = Number(at ?? "1");
  const { body, more } = await ask(`${path}per_page=${LISTED}&page=${page}`);
  if (!Array.isArray(body)) throw new HelpDeskError("unavailable");
  return { list: objects(body), next: more ? String(page + 1) : null };
}
async function listed(ask: HelpDeskGet, path: string): Promise<{ list: Json[]; cut: boolean }> {
  const list: Json[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { body, more } = await ask(`${path}per_page=${LISTED}&page=${page}`);
    if (!Array.isArray(body)) throw new HelpDeskError("unavailable");
    list.push(...objects(body));
    if (!more) return { list, cut: false };
  }
  return { list, cut: true };
}
