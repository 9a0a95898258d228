// Double of Intercom's conversations: search by last change with a cursor, a conversation with its parts, admins, contacts and their fields.
import { type DeskComment, type DeskTicketData, FILE_HOST, type SupportDesk } from "./tickets.ts";

const TOKEN = "Bearer intercom-token-of-the-double";
const HEADERS = { "x-ratelimit-limit": "10000", "x-ratelimit-remaining": "9900", "x-ratelimit-reset": "1487332520" };
const failed = (status: number, code: string): Response =>
  Response.json({ type: "error.list", request_id: "double", errors: [{ code, message: code }] }, { status });
const seconds = (at: string): number => Date.parse(at) / 1000;
const isClosed = (status: string): boolean => status === "solved" || status === "closed";

interface Search {
  readonly query?: { readonly field?: string; readonly operator?: string; readonly value?: number };
  readonly sort?: { readonly field?: string; readonly order?: string };
  readonly pagination?: { readonly per_page?: number; readonly starting_after?: string };
}

/** Undefined: not a path of this API. `most`: the page size, whatever is asked for. */
export function intercomInbox(
  desk: SupportDesk,
  url: URL,
  most: number,
  asked: { readonly proof: string; readonly version: string | null; readonly method: string; readonly body: string },
): Response | undefined {
  const { pathname } = url;
  const one = /^\/(conversations|contacts|companies)\/(\w+)$/.exec(pathname);
  if (!["/admins", "/data_attributes", "/teams"].includes(pathname) && !one) return undefined;
  if (asked.proof !== TOKEN) return failed(401, "unauthorized");
  if (asked.version !== null && !/^2\.1[1-4]$/.test(asked.version)) return failed(400, "intercom_version_invalid");
  const tickets = desk.tickets.filter(({ status }) => status !== "deleted");
  const answer = (body: object): Response => Response.json(body, { headers: HEADERS });
  if (pathname === "/admins")
    return answer({
      type: "admin.list",
      admins: desk.users
        .filter(({ role }) => role !== "end-user")
        .map(({ id, name, email }) => ({
          ...{ type: "admin", id: String(id), name, email, away_mode_enabled: false, away_mode_reassign: false, has_inbox_seat: true },
          team_ids: [],
        })),
    });
  if (pathname === "/data_attributes")
    return answer({
      type: "list",
      data: [
        { type: "data_attribute", model: "contact", name: "email", full_name: "email", label: "Email", data_type: "string", custom: false },
        {
          ...{ type: "data_attribute", id: 1, model: "contact", name: "plan", full_name: "custom_attributes.plan", label: "Plan" },
          ...{ data_type: "string", custom: true, archived: false },
        },
      ],
    });
  if (pathname === "/teams")
    return answer({
      type: "team.list",
      teams: desk.teams.map(({ id, name }) => ({ type: "team", id: String(id), name, admin_ids: [1] })),
    });
  if (pathname === "/companies/list") return asked.method === "POST" ? companies(desk, url, most) : failed(404, "not_found");
  if (pathname === "/conversations/search")
    return asked.method === "POST" ? search(desk, tickets, most, asked.body) : failed(404, "not_found");
  if (one?.[1] === "contacts") {
    const user = desk.users.find(({ id, role }) => String(id) === one[2] && role === "end-user");
    if (!user) return failed(404, "not_found");
    return answer({
      ...{ type: "contact", id: String(user.id), external_id: null, role: "user", name: user.name, email: user.email, phone: null },
      ...{ custom_attributes: user.fields ?? {}, created_at: 1, updated_at: 1, unsubscribed_from_emails: false },
      companies: {
        ...{ type: "list", url: `/contacts/${user.id}/companies`, has_more: false },
        data: user.company === undefined ? [] : [{ id: String(user.company), type: "company", url: `/companies/${user.company}` }],
        total_count: user.company === undefined ? 0 : 1,
      },
    });
  }
  const ticket = tickets.find(({ id }) => String(id) === one?.[2]);
  return ticket ? answer(intercomConversation(desk, ticket, true)) : failed(404, "not_found");
}

/** Intercom knows no domains of a company. */
function companies(desk: SupportDesk, url: URL, most: number): Response {
  const page = Number(url.searchParams.get("page") ?? 1);
  const size = Math.min(most, Number(url.searchParams.get("per_page") ?? 15));
  return Response.json(
    {
      type: "list",
      data: desk.companies.slice((page - 1) * size, page * size).map(({ id, name, website }) => ({
        ...{ type: "company", id: String(id), company_id: `own-${id}`, app_id: "double", name, website: website ?? null },
        ...{ created_at: 1, updated_at: 1, monthly_spend: 0, session_count: 0, user_count: 1, custom_attributes: {} },
      })),
      pages: { type: "pages", page, per_page: size, total_pages: Math.ceil(desk.companies.length / size), next: null },
      total_count: desk.companies.length,
    },
    { headers: HEADERS },
  );
}

function search(desk: SupportDesk, tickets: readonly DeskTicketData[], most: number, body: string): Response {
  const { query, sort, pagination } = JSON.parse(body) as Search;
  if (query?.field !== "updated_at" || query.operator !== ">" || typeof query.value !== "number") return failed(400, "parameter_invalid");
  const { value } = query;
  const down = sort?.order === "ascending" ? 1 : -1;
  const found = tickets
    .filter(({ changed }) => seconds(changed) > value)
    .toSorted((a, b) => down * (seconds(a.changed) - seconds(b.changed)));
  // A cursor names the last conversation of a page by its time and number, so that what moves meanwhile hides nothing.
  const after = pagination?.starting_after === undefined ? undefined : (JSON.parse(atob(pagination.starting_after)) as [number, number]);
  const isAfter = ({ id, changed }: DeskTicketData): boolean =>
    after === undefined || down * (seconds(changed) * 1000 - after[0]) > 0 || (seconds(changed) * 1000 === after[0] && id > after[1]);
  const from = found.findIndex(isAfter);
  const size = Math.min(most, pagination?.per_page ?? 20);
  const page = from < 0 ? [] : found.slice(from, from + size);
  const last = page.at(-1);
  return Response.json(
    {
      type: "conversation.list",
      conversations: page.map((ticket) => intercomConversation(desk, ticket, false)),
      total_count: found.length,
      pages: {
        ...{ type: "pages", page: Math.floor(Math.max(0, from) / size) + 1, per_page: size, total_pages: Math.ceil(found.length / size) },
        ...(last === undefined || from + size >= found.length
          ? {}
          : { next: { per_page: size, starting_after: btoa(JSON.stringify([seconds(last.changed) * 1000, last.id])) } }),
      },
    },
    { headers: HEADERS },
  );
}

export function intercomConversation(desk: SupportDesk, ticket: DeskTicketData, whole: boolean): object {
  const [first, ...others] = ticket.comments;
  const { id, subject, status, requester, assignee, tags, created, changed, company, team } = ticket;
  const rating = desk.ratings.find((given) => given.ticket === id);
  return {
    ...{ type: "conversation", id: String(id), title: subject, created_at: seconds(created), updated_at: seconds(changed) },
    ...{ waiting_since: null, snoozed_until: null, open: !isClosed(status), read: true, priority: "not_priority" },
    state: isClosed(status) ? "closed" : status === "pending" ? "snoozed" : "open",
    ...{
      admin_assignee_id: assignee ?? null,
      team_assignee_id: team === undefined ? null : String(team),
      company_id: company === undefined ? null : String(company),
    },
    tags: { type: "tag.list", tags: tags.map((name, n) => ({ type: "tag", id: String(n + 1), name })) },
    conversation_rating:
      rating === undefined
        ? null
        : {
            ...{ rating: rating.score, remark: rating.comment, created_at: seconds(rating.at) - 60, updated_at: seconds(rating.at) },
            contact: { type: "contact", id: String(requester) },
          },
    source: {
      ...{ type: "email", id: String(first?.id ?? 0), delivered_as: "customer_initiated", subject: `<p>${subject}</p>`, url: null },
      ...(first === undefined ? { body: "", author: author(desk, requester), attachments: [] } : said(desk, first)),
      redacted: false,
    },
    contacts: { type: "contact.list", contacts: [{ type: "contact", id: String(requester), external_id: null }] },
    teammates: null,
    custom_attributes: {},
    ...(whole
      ? {
          conversation_parts: {
            type: "conversation_part.list",
            // What happened to a conversation is a part as well.
            conversation_parts: [
              ...others.map((comment) => ({
                ...{ type: "conversation_part", id: String(comment.id), part_type: comment.internal === true ? "note" : "comment" },
                ...{ created_at: seconds(comment.at), updated_at: seconds(comment.at), redacted: false },
                ...said(desk, comment),
              })),
              {
                ...{ type: "conversation_part", id: `${id}99`, part_type: "assignment", body: null, created_at: seconds(changed) },
                ...{ updated_at: seconds(changed), author: author(desk, assignee ?? 1), attachments: [], redacted: false },
              },
            ],
            total_count: others.length + 1,
          },
        }
      : {}),
  };
}
const said = (desk: SupportDesk, { author: by, html, files = [] }: DeskComment): object => ({
  body: html,
  author: author(desk, by),
  // An image in the text is no attachment.
  attachments: files
    .filter(({ inline }) => inline !== true)
    .map(({ name }) => ({
      ...{ type: "upload", name, url: `${FILE_HOST}/${name}`, content_type: "image/png", filesize: 68, width: null, height: null },
    })),
});
function author(desk: SupportDesk, id: number): object {
  const user = desk.users.find((one) => one.id === id);
  const type = user !== undefined && user.role !== "end-user" ? "admin" : "user";
  return { type, id: String(id), name: user?.name ?? null, email: user?.email ?? null };
}
