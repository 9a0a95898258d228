// Reader of Zendesk: tickets by the incremental export with cursors, their comments, and the people beside both.
import { markdownOf } from "#kernel/rich-text/from-html.ts";
import { type HelpDeskGet, HelpDeskError, isObject, objects, saidOf, sourceIdOf, text, texts } from "#modules/help-import";
import { withOurPlaceholders } from "./placeholders.ts";
import {
  type DeskAgent,
  type DeskCompany,
  type DeskMessage,
  type DeskPerson,
  type DeskRating,
  type DeskReader,
  type DeskReply,
  type DeskTicket,
  fieldsOf,
  joined,
  teamsOf,
  timeOf,
  unlessRefused,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
const TICKETS = 50;
const COMMENTS = 100;
const REPLIES = 50;
/** Pages of a list: 1,000 members of the team or fields, and 1,000 comments of a ticket. */
const MAX_PAGES = 10;
/** The export takes no later start than a minute ago. */
const START = 60;
/** Ratings are listed by when they were first given: one that was changed later is found again within so many days. */
const RATED_BEFORE = 30 * 86_400;
/** Zendesk has two answers. */
const SCORES: Readonly<Record<string, DeskRating["score"]>> = { good: 5, bad: 1 };

export const STATUSES = {
  new: "open",
  open: "open",
  pending: "open",
  hold: "open",
  solved: "closed",
  closed: "closed",
  deleted: "skip",
} as const;

export const zendesk = (ask: HelpDeskGet, now: () => number): DeskReader => ({
  statuses: STATUSES,

  async outline() {
    const people = await listed(ask, "/api/v2/users.json?role[]=agent&role[]=admin", "users");
    const fields = await listed(ask, "/api/v2/user_fields.json?", "user_fields");
    const groups = await unlessRefused(async () => (await listed(ask, "/api/v2/groups.json?", "groups")).list);
    return {
      agents: people.list.flatMap((one): DeskAgent[] => {
        const id = sourceIdOf(one["id"]);
        return id === null ? [] : [{ id, name: text(one["name"]), email: text(one["email"]) || null }];
      }),
      fields: fields.list.flatMap((one) => (text(one["key"]) === "" ? [] : [{ key: text(one["key"]), label: text(one["title"]) }])),
      teams: teamsOf(groups),
    };
  },

  async page(at, since) {
    const from = Math.max(0, Math.min(Math.floor((since ?? 0) / 1000), Math.floor(now() / 1000) - START));
    const where = at === null ? `start_time=${from}` : `cursor=${encodeURIComponent(at)}`;
    const { body } = await ask(`/api/v2/incremental/tickets/cursor.json?${where}&per_page=${TICKETS}&include=users`);
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const people = peopleIn(body);
    const cursor = text(body["after_cursor"]);
    const tickets = objects(body["tickets"]).flatMap((one) => ticketOf(one, people));
    return { tickets, next: body["end_of_stream"] === false && cursor !== "" ? cursor : null, total: null };
  },

  async thread(ticket) {
    const { list, people, cut } = await listed(ask, `/api/v2/tickets/${ticket.id}/comments.json?include=users`, "comments", COMMENTS);
    const messages = list.flatMap((one) => messageOf(one, people, ticket));
    return { messages: messages.toSorted((a, b) => a.at - b.at), cut };
  },

  async replies(at) {
    const { body } = await ask(
      `/api/v2/macros/active.json?page[size]=${REPLIES}${at === null ? "" : `&page[after]=${encodeURIComponent(at)}`}`,
    );
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const meta = isObject(body["meta"]) ? body["meta"] : {};
    const after = text(meta["after_cursor"]);
    return { replies: objects(body["macros"]).flatMap(replyOf), next: meta["has_more"] === true && after !== "" ? after : null };
  },

  async companies(at) {
    const { list, next } = await pageOf(ask, "/api/v2/organizations.json?", "organizations", at);
    return { items: list.flatMap(companyOf), next };
  },

  async ratings(at, since) {
    const from = since === null ? "" : `&start_time=${Math.max(0, Math.floor(since / 1000) - RATED_BEFORE)}`;
    const { list, next } = await pageOf(ask, `/api/v2/satisfaction_ratings.json?score=received${from}&`, "satisfaction_ratings", at);
    return { items: list.flatMap((one) => ratingOf(one, sourceIdOf(one["ticket_id"]), timeOf(one["updated_at"]))), next };
  },
});
/** A macro of everybody that writes a comment. */
function replyOf(one: Json): DeskReply[] {
  const id = sourceIdOf(one["id"]);
  const actions = objects(one["actions"]);
  const wordsOf = (field: string): string =>
    actions.map((action) => (action["field"] === field ? valueOf(action["value"]) : "")).find(Boolean) ?? "";
  const html = wordsOf("comment_value_html");
  const words = html === "" ? wordsOf("comment_value") : markdownOf(html);
  if (id === null || words === "" || isObject(one["restriction"])) return [];
  const more = actions.some(({ field }) => !text(field).startsWith("comment_"));
  return [{ id, title: text(one["title"]), shortcut: "", text: withOurPlaceholders(words), more }];
}
/** An organization, of the API and of an export alike. */
export function companyOf(one: Json): DeskCompany[] {
  const id = sourceIdOf(one["id"]);
  if (id === null) return [];
  return [{ id, name: text(one["name"]), domains: texts(one["domain_names"]), website: null, notes: joined(one["details"], one["notes"]) }];
}
/** A rating that was given: others were only offered. */
export function ratingOf(one: Json, ticketId: string | null, at: number | undefined): DeskRating[] {
  const id = sourceIdOf(one["id"]) ?? ticketId;
  const there = text(one["score"]);
  const score = saidOf(SCORES, there);
  if (id === null || ticketId === null || score === undefined || at === undefined) return [];
  return [{ id, ticketId, score, there, comment: text(one["comment"]), at }];
}
/** The text of an action: alone, or after the channel that it is for. */
const valueOf = (value: unknown): string => text(value) || (texts(value).at(-1) ?? "");

/** A ticket, of the API and of an export alike. */
export function ticketOf(one: Json, people: ReadonlyMap<string, Json>): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["created_at"]);
  if (id === null || createdAt === undefined) return [];
  const tags = texts(one["tags"]);
  const customerId = sourceIdOf(one["requester_id"]);
  const customer = people.get(customerId ?? "");
  return [
    {
      ...{ id, createdAt, tags },
      subject: text(one["subject"]) || null,
      status: text(one["status"]),
      changedAt: timeOf(one["updated_at"]) ?? createdAt,
      customer: customer === undefined ? null : personOf(customer),
      customerId,
      assigneeId: sourceIdOf(one["assignee_id"]),
      teamId: sourceIdOf(one["group_id"]),
      companyId: sourceIdOf(one["organization_id"]),
      rated: isObject(one["satisfaction_rating"]) && saidOf(SCORES, text(one["satisfaction_rating"]["score"])) !== undefined,
      deleted: one["status"] === "deleted",
      lost: tags.includes("closed_by_merge") ? [["merged", ""]] : [],
    },
  ];
}
export function messageOf(one: Json, people: ReadonlyMap<string, Json>, ticket: DeskTicket): DeskMessage[] {
  const id = sourceIdOf(one["id"]);
  const at = timeOf(one["created_at"]);
  if (id === null || at === undefined) return [];
  const authorId = sourceIdOf(one["author_id"]);
  const author = people.get(authorId ?? "");
  const role = text(author?.["role"]);
  const internal = one["public"] === false;
  const isCustomer = (authorId !== null && authorId === ticket.customerId) || (role === "end-user" && !internal);
  const html = text(one["html_body"]);
  return [
    {
      ...{ id, at, authorId, internal },
      by: isCustomer ? "customer" : "team",
      authorName: text(author?.["name"]) || null,
      text: html === "" ? text(one["plain_body"]) || text(one["body"]) : markdownOf(html),
      files: objects(one["attachments"]).flatMap((file) => {
        const fileId = sourceIdOf(file["id"]);
        return fileId === null ? [] : [{ id: fileId, name: text(file["file_name"]), url: text(file["content_url"]) }];
      }),
    },
  ];
}
/** People beside a list. One that was deleted for good is missing. */
const peopleIn = (body: Json): Map<string, Json> =>
  new Map(
    objects(body["users"]).flatMap((one) => {
      const id = sourceIdOf(one["id"]);
      return id === null ? [] : [[id, one] as const];
    }),
  );
const personOf = (one: Json): DeskPerson => ({
  id: sourceIdOf(one["id"]) ?? "",
  name: text(one["name"]) || null,
  email: text(one["email"]) || null,
  verified: one["verified"] === true,
  fields: fieldsOf(one["user_fields"]),
  companyId: sourceIdOf(one["organization_id"]),
});

/** A page of a list with cursors. */
async function pageOf(ask: HelpDeskGet, path: string, kind: string, at: string | null): Promise<{ list: Json[]; next: string | null }> {
  const { body } = await ask(`${path}page[size]=100${at === null ? "" : `&page[after]=${encodeURIComponent(at)}`}`);
  if (!isObject(body)) throw new HelpDeskError("unavailable");
  const meta = isObject(body["meta"]) ? body["meta"] : {};
  const after = text(meta["after_cursor"]);
  return { list: objects(body[kind]), next: meta["has_more"] === true && after !== "" ? after : null };
}

async function listed(
  ask: HelpDeskGet,
  path: string,
  kind: string,
  size = 100,
): Promise<{ list: Json[]; people: Map<string, Json>; cut: boolean }> {
  const list: Json[] = [];
  const people = new Map<string, Json>();
  let after = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body } = await ask(`${path}&page[size]=${size}${after === "" ? "" : `&page[after]=${encodeURIComponent(after)}`}`);
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    list.push(...objects(body[kind]));
    for (const [id, one] of peopleIn(body)) people.set(id, one);
    const meta = isObject(body["meta"]) ? body["meta"] : {};
    after = text(meta["after_cursor"]);
    if (meta["has_more"] !== true || after === "") return { list, people, cut: false };
  }
  return { list, people, cut: true };
}
