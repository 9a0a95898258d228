// Reader of Help Scout: conversations in the order of their last change, each with its threads. The token is asked for by the app's
// secret, for this reader alone.
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
  fullName,
  joined,
  readHtml,
  teamsOf,
  timeOf,
  unlessRefused,
} from "./reader.ts";

type Json = Readonly<Record<string, unknown>>;
/** Pages of 50 users, and of a conversation's threads. */
const MAX_PAGES = 20;
/** Saved replies of one page, each of which is a request. */
const REPLIES = 20;
/** Threads that people wrote. Others say what happened to the conversation. */
const WRITTEN: readonly string[] = ["customer", "message", "reply", "note", "chat", "beaconchat", "phone", "forwardparent", "forwardchild"];
/** Threads that the customer did not see: forwarded to somebody else, and notes of calls. */
const INTERNAL: readonly string[] = ["note", "phone", "forwardparent", "forwardchild"];

/** Ratings by the number that reports give them: great, okay, not good. */
const SCORES: Readonly<Record<string, readonly [DeskRating["score"], string]>> = { 1: [5, "great"], 2: [3, "okay"], 3: [1, "not good"] };
/** Before the first rating there can be. */
const BEGINNING = "2011-01-01T00:00:00Z";
/** How inboxes are told from teams. */
const INBOX = "inbox-";

export const helpscout = (ask: HelpDeskGet, now: () => number): DeskReader => ({
  statuses: { active: "open", pending: "open", closed: "closed", spam: "skip" },

  async outline() {
    const users = await listed(ask, "/v2/users?", "users");
    const properties = await listed(ask, "/v2/customer-properties?", "customer-properties");
    const teams = await unlessRefused(async () => (await listed(ask, "/v2/teams?", "teams")).list);
    const inboxes = await listed(ask, "/v2/mailboxes?", "mailboxes");
    return {
      agents: users.list.flatMap((one): DeskAgent[] => {
        const id = sourceIdOf(one["id"]);
        return id === null ? [] : [{ id, name: fullName(one["firstName"], one["lastName"]) ?? "", email: text(one["email"]) || null }];
      }),
      fields: properties.list.flatMap((one) => {
        const key = text(one["slug"]);
        return key === "" ? [] : [{ key, label: text(one["name"]) || key }];
      }),
      teams: [...teamsOf(teams), ...teamsOf(inboxes.list, INBOX)],
    };
  },

  page: (at, since) =>
    byTime(at, since, async (from, page) => {
      const { items, more, total } = await pageOf(
        ask,
        `/v2/conversations?status=all&modifiedSince=${from}&sortField=modifiedAt&sortOrder=asc&page=${page}`,
        "conversations",
      );
      return { tickets: items.flatMap(ticketOf), more, total: page === 1 && Date.parse(from) === 0 ? total : null };
    }),

  async customer({ customer }, fields) {
    if (customer === null || !fields) return customer;
    try {
      const { body } = await ask(`/v2/customers/${customer.id}`);
      const embedded = isObject(body) && isObject(body["_embedded"]) ? body["_embedded"] : {};
      return {
        ...customer,
        fields: propertiesOf(embedded["properties"]),
        companyId: isObject(body) ? sourceIdOf(body["organizationId"]) : null,
      };
    } catch (error) {
      if (error instanceof HelpDeskError && error.reason === "missing") return customer;
      throw error;
    }
  },

  async thread(ticket) {
    const { list, cut } = await listed(ask, `/v2/conversations/${ticket.id}/threads?`, "threads");
    const messages = list.flatMap((one) => messageOf(ask, one, ticket));
    return { messages: messages.toSorted((a, b) => a.at - b.at || Number(a.id) - Number(b.id)), cut };
  },

  // "<index of the inbox>|<index of the reply>": lists have only the beginnings of the texts.
  async replies(at, withTexts) {
    const inboxes = (await listed(ask, "/v2/mailboxes?", "mailboxes")).list.map(({ id }) => sourceIdOf(id));
    const [place = 0, from = 0] = (at ?? "0|0").split("|", 2).map(Number);
    const inbox = inboxes[place] ?? null;
    if (inbox === null) return { replies: [], next: null };
    const { body } = await ask(`/v2/mailboxes/${inbox}/saved-replies`);
    const all = objects(body);
    const end = withTexts ? from + REPLIES : all.length;
    const replies: DeskReply[] = [];
    for (const one of all.slice(from, end)) {
      const id = sourceIdOf(one["id"]);
      if (id === null) continue;
      const whole = withTexts ? (await ask(`/v2/mailboxes/${inbox}/saved-replies/${id}`)).body : one;
      const words = isObject(whole) ? markdownOf(text(whole["text"])) || text(whole["preview"]) : "";
      if (words !== "") replies.push({ id, title: text(one["name"]), shortcut: "", text: withOurPlaceholders(words), more: false });
    }
    return { replies, next: end < all.length ? `${place}|${end}` : place + 1 < inboxes.length ? `${place + 1}|0` : null };
  },

  async companies(at) {
    const page = Number(at ?? "1");
    const { items, more } = await pageOf(ask, `/v2/organizations?sort=name,asc&page=${page}`, "organizations");
    return { items: items.flatMap(companyOf), next: more ? String(page + 1) : null };
  },

  async ratings(at, since) {
    const page = Number(at ?? "1");
    const from = since === null ? BEGINNING : `${new Date(since).toISOString().slice(0, 19)}Z`;
    const { body } = await ask(
      `/v2/reports/happiness/ratings?start=${from}&end=${new Date(now()).toISOString().slice(0, 19)}Z&rating=all&sortField=modifiedAt&sortOrder=ASC&page=${page}`,
    );
    if (!isObject(body)) throw new HelpDeskError("unavailable");
    const pages = typeof body["pages"] === "number" ? body["pages"] : page;
    return { items: objects(body["results"]).flatMap(ratingOf), next: page < pages ? String(page + 1) : null };
  },
});

function companyOf(one: Json): DeskCompany[] {
  const id = sourceIdOf(one["id"]);
  if (id === null) return [];
  const notes = joined(one["description"], one["note"]);
  return [{ id, name: text(one["name"]), domains: texts(one["domains"]), website: text(one["website"]) || null, notes }];
}
/** A customer rates an answer: the thread names the rating. */
function ratingOf(one: Json): DeskRating[] {
  const [id, ticketId, at] = [sourceIdOf(one["threadid"]), sourceIdOf(one["id"]), timeOf(one["ratingCreatedAt"])];
  const rating = saidOf(SCORES, String(one["ratingId"]));
  if (id === null || ticketId === null || at === undefined || rating === undefined) return [];
  return [{ id, ticketId, score: rating[0], there: rating[1], comment: text(one["ratingComments"]), at }];
}

/** The access token of an app, by OAuth 2 with the client's credentials (RFC 6749 §4.4). */
export async function accessToken(ask: HelpDeskGet, id: string, secret: string): Promise<string> {
  const { body } = await ask(
    "/v2/oauth2/token",
    new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret }),
  );
  const token = isObject(body) ? text(body["access_token"]) : "";
  if (!/^[\x21-\x7e]{1,4000}$/.test(token)) throw new HelpDeskError("unavailable");
  return token;
}

function ticketOf(one: Json): DeskTicket[] {
  const id = sourceIdOf(one["id"]);
  const createdAt = timeOf(one["createdAt"]);
  if (id === null || createdAt === undefined || one["state"] === "draft") return [];
  const changed = [
    one["userUpdatedAt"],
    one["closedAt"],
    isObject(one["customerWaitingSince"]) ? one["customerWaitingSince"]["time"] : null,
  ];
  const assignee = isObject(one["assignee"]) ? one["assignee"] : {};
  const inboxId = sourceIdOf(one["mailboxId"]);
  const tags = objects(one["tags"]);
  const changedAt = Math.max(createdAt, ...changed.map((time) => timeOf(time) ?? 0));
  return [
    {
      ...{ id, createdAt, changedAt },
      tags: tags.map((tag) => text(tag["tag"])).filter((name) => name !== ""),
      // A second message of a customer changes none of the times.
      version: [changedAt, one["threads"], one["status"], assignee["id"], ...tags.map((tag) => tag["id"])].join(" ").slice(0, 500),
      subject: text(one["subject"]) || null,
      status: text(one["status"]),
      customer: isObject(one["primaryCustomer"]) ? personOf(one["primaryCustomer"]) : null,
      assigneeId: assignee["type"] === "team" ? null : sourceIdOf(assignee["id"]),
      deleted: one["state"] === "deleted",
      teamId: assignee["type"] === "team" ? sourceIdOf(assignee["id"]) : inboxId === null ? null : INBOX + inboxId,
      lost: [],
    },
  ];
}
/** Help Scout does not say whether an address was confirmed. A customer without a number was deleted. */
function personOf(one: Json): DeskPerson | null {
  const id = sourceIdOf(one["id"]);
  if (id === null || id === "0") return null;
  return { id, name: fullName(one["first"], one["last"]), email: text(one["email"]) || null, verified: false, fields: {} };
}
function propertiesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    objects(value).flatMap((one) => {
      const said = text(one["text"]) || text(one["value"]);
      return said === "" ? [] : [[text(one["slug"]), said.slice(0, 500)]];
    }),
  );
}
function messageOf(ask: HelpDeskGet, one: Json, ticket: DeskTicket): DeskMessage[] {
  const id = sourceIdOf(one["id"]);
  const at = timeOf(one["createdAt"]);
  const kind = text(one["type"]);
  if (id === null || at === undefined || !WRITTEN.includes(kind)) return [];
  // Drafts, and what waits for a review, were never sent.
  if (one["state"] !== undefined && one["state"] !== "published") return [];
  const author = isObject(one["createdBy"]) ? one["createdBy"] : {};
  const embedded = isObject(one["_embedded"]) ? one["_embedded"] : {};
  const attached = objects(embedded["attachments"]).flatMap((file): DeskFile[] => {
    const fileId = sourceIdOf(file["id"]);
    if (fileId === null) return [];
    return [{ id: fileId, name: text(file["filename"]), url: "", read: () => readFile(ask, ticket.id, fileId) }];
  });
  const { text: words, files } = readHtml(text(one["body"]), attached);
  const isCustomer = author["type"] === "customer";
  return [
    {
      ...{ id, at, files },
      by: isCustomer ? "customer" : author["type"] === "system_user" ? "system" : "team",
      authorId: sourceIdOf(author["id"]),
      authorName: fullName(author["first"], author["last"]) ?? (isCustomer ? text(author["email"]) || null : null),
      text: words,
      internal: INTERNAL.includes(kind),
    },
  ];
}
async function readFile(ask: HelpDeskGet, conversation: string, id: string): Promise<Uint8Array> {
  const { body } = await ask(`/v2/conversations/${conversation}/attachments/${id}/data`);
  try {
    return Uint8Array.from(atob(isObject(body) ? text(body["data"]) : ""), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** A page of a HAL collection: its items, and whether it links to a next one. */
async function pageOf(ask: HelpDeskGet, path: string, kind: string): Promise<{ items: Json[]; more: boolean; total: number | null }> {
  const { body } = await ask(path);
  if (!isObject(body)) throw new HelpDeskError("unavailable");
  const embedded = isObject(body["_embedded"]) ? body["_embedded"] : {};
  const links = isObject(body["_links"]) ? body["_links"] : {};
  const page = isObject(body["page"]) ? body["page"] : {};
  const total = page["totalElements"];
  return { items: objects(embedded[kind]), more: isObject(links["next"]), total: typeof total === "number" ? total : null };
}
async function listed(ask: HelpDeskGet, path: string, kind: string): Promise<{ list: Json[]; cut: boolean }> {
  const list: Json[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items, more } = await pageOf(ask, `${path}page=${page}`, kind);
    list.push(...items);
    if (!more) return { list, cut: false };
  }
  return { list, cut: true };
}
