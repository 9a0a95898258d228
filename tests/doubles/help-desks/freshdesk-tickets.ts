// Double of Freshdesk's tickets: lists by last change with a Link header, a ticket with its first message, what followed, agents, contacts.
import { type DeskComment, type DeskTicketData, FILE_HOST, type SupportDesk } from "./tickets.ts";

const KEY = `Basic ${btoa("freshdesk-key-of-the-double:X")}`;
const STATUSES: Readonly<Record<string, number>> = { new: 2, open: 2, pending: 3, solved: 4, closed: 5 };
/** Freshdesk refuses higher page numbers in the list of tickets. */
const LAST_PAGE = 300;
const failed = (status: number, message: string): Response =>
  Response.json({ description: "Validation failed", errors: [{ field: "page", message, code: "invalid_value" }] }, { status });

/** Undefined: not a path of this API. `most`: the page size, whatever is asked for. */
export function freshdeskTickets(desk: SupportDesk, url: URL, most: number, proof: string): Response | undefined {
  const { pathname, searchParams } = url;
  const folder = /^\/api\/v2\/canned_response_folders(?:\/(\d)\/responses)?$/.exec(pathname);
  if (folder && proof === KEY)
    return folder[1] === undefined ? paged(FOLDERS, url, most) : paged(responses(desk, folder[1] === "2"), url, most);
  const [, kind, id, inner] =
    /^\/api\/v2\/(tickets|agents|contacts|contact_fields|groups|companies|surveys\/satisfaction_ratings)(?:\/(\d+)(?:\/(conversations))?)?$/.exec(
      pathname,
    ) ?? [];
  if (kind === undefined) return undefined;
  if (proof !== KEY)
    return Response.json({ code: "invalid_credentials", message: "You have to be logged in to perform this action." }, { status: 401 });
  const tickets = desk.tickets.filter(({ status }) => status !== "deleted");
  if (kind === "contact_fields")
    return Response.json([
      { id: 1, name: "name", label: "Full Name", type: "default_name", default: true },
      { id: 2, name: "plan", label: "Plan", type: "custom_text", default: false },
    ]);
  if (kind === "agents")
    return paged(
      desk.users
        .filter(({ role }) => role !== "end-user")
        .map(({ id: own, name, email }) => ({ id: own, available: true, type: "support_agent", contact: { name, email, active: true } })),
      url,
      most,
    );
  if (kind === "groups")
    return paged(
      desk.teams.map((team) => ({ ...team, description: null, escalate_to: null, agent_ids: [1] })),
      url,
      most,
    );
  if (kind === "companies")
    return paged(
      desk.companies.map(({ id: own, name, domains, notes }) => ({
        ...{ id: own, name, domains, note: notes ?? null, description: null, custom_fields: {} },
      })),
      url,
      most,
    );
  if (kind === "surveys/satisfaction_ratings") {
    const since = Date.parse(searchParams.get("created_since") ?? "1970-01-01T00:00:00Z");
    return paged(
      desk.ratings
        .filter(({ at }) => Date.parse(at) >= since)
        .map(({ id: own, ticket, score, comment, at }) => ({
          ...{ id: own, survey_id: 1, user_id: 101, agent_id: 1, group_id: null, ticket_id: ticket, feedback: comment },
          ...{ ratings: { default_question: { 1: -103, 3: 100, 5: 103 }[score] }, created_at: at, updated_at: at },
        })),
      url,
      most,
    );
  }
  if (kind === "contacts") {
    const user = desk.users.find((one) => one.id === Number(id));
    if (!user) return new Response(null, { status: 404 });
    return Response.json({ id: user.id, name: user.name, email: user.email, active: true, custom_fields: user.fields ?? {} });
  }
  if (id === undefined) {
    if (Number(searchParams.get("page") ?? 1) > LAST_PAGE) return failed(400, "It should be a positive integer less than or equal to 300");
    // Without a time only the tickets of the last thirty days are listed, which are none here.
    const since = Date.parse(searchParams.get("updated_since") ?? "2100-01-01T00:00:00Z");
    const order = searchParams.get("order_by") === "updated_at" ? "changed" : "created";
    const down = searchParams.get("order_type") === "asc" ? 1 : -1;
    const include = (searchParams.get("include") ?? "").split(",");
    const found = tickets
      .filter(({ changed }) => Date.parse(changed) >= since)
      .toSorted((a, b) => down * (Date.parse(a[order]) - Date.parse(b[order])));
    return paged(
      found.map((ticket) => shown(desk, ticket, include.includes("requester"))),
      url,
      most,
    );
  }
  const ticket = tickets.find((one) => one.id === Number(id));
  if (!ticket) return new Response(null, { status: 404 });
  const [first, ...others] = ticket.comments;
  if (inner === undefined)
    return Response.json({
      ...shown(desk, ticket, false),
      ...{ description: first?.html ?? "", description_text: "", attachments: first === undefined ? [] : attached(first) },
    });
  return paged(
    others.map((comment) => ({
      ...{ id: comment.id, ticket_id: ticket.id, body: comment.html, body_text: "", private: comment.internal === true },
      ...{ incoming: !isAgent(desk, comment.author), user_id: comment.author, source: comment.internal === true ? 2 : 0 },
      from_email: desk.users.find((one) => one.id === comment.author)?.email ?? null,
      ...{ support_email: null, to_emails: [], created_at: comment.at, updated_at: comment.at, attachments: attached(comment) },
    })),
    url,
    most,
  );
}
const FOLDERS = [
  { id: 1, name: "General", personal: false, responses_count: 2 },
  { id: 2, name: "Personal", personal: true, responses_count: 1 },
];
const responses = (desk: SupportDesk, personal: boolean): object[] =>
  desk.replies
    .filter((one) => (one.personal === true) === personal)
    .map(({ id, title, html, more }) => ({
      ...{ id, title, folder_id: personal ? 2 : 1, content: "", content_html: html.replace("CUSTOMER", "{{ticket.requester.firstname}}") },
      attachments: more === true ? [{ id: 1, name: "terms.pdf", attachment_url: `${FILE_HOST}/terms.pdf` }] : [],
    }));
const isAgent = (desk: SupportDesk, id: number): boolean => desk.users.some((one) => one.id === id && one.role !== "end-user");
/** Images of the text are not among the attachments. */
const attached = ({ files = [] }: DeskComment): object[] =>
  files
    .filter(({ inline }) => inline !== true)
    .map(({ id, name }) => ({ id, name, content_type: "image/png", size: 68, attachment_url: `${FILE_HOST}/${name}` }));

function shown(desk: SupportDesk, ticket: DeskTicketData, requester: boolean): object {
  const { id, subject, status, requester: by, assignee, tags, created, changed, company, team } = ticket;
  const user = desk.users.find((one) => one.id === by);
  return {
    ...{ id, subject, status: STATUSES[status] ?? 2, priority: 1, source: 1, type: null, spam: false },
    ...{ requester_id: by, responder_id: assignee ?? null, group_id: team ?? null, company_id: company ?? null, tags },
    ...{ created_at: created, updated_at: changed, custom_fields: {} },
    ...(requester && user ? { requester: { id: by, name: user.name, email: user.email, mobile: null, phone: null } } : {}),
  };
}
function paged(all: readonly unknown[], url: URL, most: number): Response {
  const size = Math.min(most, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  const next = new URL(url);
  next.searchParams.set("page", String(page + 1));
  return Response.json(all.slice((page - 1) * size, page * size), {
    headers: {
      ...{ "x-ratelimit-total": "4000", "x-ratelimit-remaining": "3900", "x-ratelimit-used-currentrequest": "1" },
      ...(page * size < all.length ? { link: `<https://acme.freshdesk.com${next.pathname}${next.search}>; rel="next"` } : {}),
    },
  });
}
