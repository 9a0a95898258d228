// Double of Help Scout's Inbox API: tokens for an app's secret, and HAL collections of conversations, threads, users and customers.
import { FILE_HOST, type DeskTicketData, type SupportDesk } from "./tickets.ts";

export const HELPSCOUT_APP = { id: "helpscout-app-of-the-double", secret: "helpscout-secret-of-the-double" };
const TOKEN = "helpscout-token-of-the-double";
const STATUSES: Readonly<Record<string, string>> = { solved: "closed", closed: "closed", open: "active", pending: "pending" };
const HEADERS = { "x-ratelimit-limit-minute": "400", "x-ratelimit-remaining-minute": "390", "content-type": "application/hal+json" };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const time = (at: string): number => Date.parse(at);

export function helpscoutInbox(
  desk: SupportDesk,
  url: URL,
  most: number,
  asked: { readonly proof: string; readonly method: string; readonly body: string },
): Response {
  const { pathname, searchParams } = url;
  if (pathname === "/v2/oauth2/token") {
    const form = new URLSearchParams(asked.body);
    const fits =
      asked.method === "POST" &&
      form.get("grant_type") === "client_credentials" &&
      form.get("client_id") === HELPSCOUT_APP.id &&
      form.get("client_secret") === HELPSCOUT_APP.secret;
    return fits
      ? Response.json({ token_type: "bearer", access_token: TOKEN, expires_in: 172_800 })
      : Response.json({ error: "invalid_client", error_description: "Client authentication failed" }, { status: 401 });
  }
  if (asked.proof !== `Bearer ${TOKEN}`) return Response.json({ error: "invalid_token" }, { status: 401 });
  const tickets = desk.tickets.filter(({ status }) => status !== "deleted");
  if (pathname === "/v2/users")
    return collection(
      desk.users
        .filter(({ role }) => role !== "end-user")
        .map(({ id, name, email }) => ({ id, ...names(name, "firstName", "lastName"), email, role: "user", type: "user" })),
      "users",
      url,
      most,
    );
  if (pathname === "/v2/customer-properties")
    return collection([{ type: "text", slug: "plan", name: "Plan", options: [] }], "customer-properties", url, most);
  const customer = desk.users.find(({ id }) => pathname === `/v2/customers/${id}`);
  if (customer)
    return Response.json({
      ...{ id: customer.id, ...names(customer.name, "firstName", "lastName"), organizationId: customer.company ?? null },
      _embedded: {
        properties: Object.entries(customer.fields ?? {}).map(([slug, value]) => ({ type: "text", slug, name: slug, value, text: value })),
      },
    });
  if (pathname === "/v2/mailboxes")
    return collection([{ id: 1, name: "Support", slug: "support", email: "support@acme.example" }], "mailboxes", url, most);
  if (pathname === "/v2/teams") return collection(desk.teams, "teams", url, most);
  if (pathname === "/v2/organizations")
    return collection(
      desk.companies.map(({ id, name, domains, website, notes }) => ({
        ...{ id, name, domains, website: website ?? null, note: notes ?? null, description: null, phones: [] },
      })),
      "organizations",
      url,
      most,
    );
  if (pathname === "/v2/reports/happiness/ratings") return ratings(desk, searchParams, most);
  // Personal replies are not given, and lists have only beginnings, in an array of their own.
  const replies = desk.replies.filter(({ personal }) => personal !== true);
  if (pathname === "/v2/mailboxes/1/saved-replies")
    return Response.json(
      replies.map(({ id, title, html }) => ({ id, name: title, preview: `${html.replaceAll(/<[^>]*>/g, "").slice(0, 12)}…` })),
      { headers: HEADERS },
    );
  const reply = replies.find(({ id }) => pathname === `/v2/mailboxes/1/saved-replies/${id}`);
  if (reply)
    return Response.json(
      { id: reply.id, name: reply.title, text: reply.html.replace("CUSTOMER", "{%customer.firstName,fallback=there%}") },
      { headers: HEADERS },
    );
  if (pathname === "/v2/conversations") {
    if (searchParams.get("status") !== "all") return Response.json({ message: "only all are asked for" }, { status: 400 });
    const since = time(searchParams.get("modifiedSince") ?? "1970-01-01T00:00:00Z");
    const down = searchParams.get("sortOrder") === "asc" ? 1 : -1;
    const found = tickets
      .filter(({ changed }) => time(changed) >= since)
      .toSorted((a, b) => down * (time(a.changed) - time(b.changed)))
      .map((ticket) => conversation(desk, ticket));
    return collection(found, "conversations", url, most);
  }
  const [, of, inner] = /^\/v2\/conversations\/(\d+)\/(threads|attachments\/\d+\/data)$/.exec(pathname) ?? [];
  const ticket = tickets.find(({ id }) => String(id) === of);
  if (!ticket) return Response.json({ message: "Not Found" }, { status: 404 });
  return inner === "threads"
    ? collection(threads(desk, ticket), "threads", url, most)
    : Response.json({ data: PIXEL }, { headers: HEADERS });
}

function names(name: string, first: string, last: string): object {
  const [one = "", ...others] = name.split(" ");
  return { [first]: one, [last]: others.join(" ") };
}
function person(desk: SupportDesk, id: number): object {
  const user = desk.users.find((one) => one.id === id);
  // Whoever was deleted has no number any more.
  if (!user) return { id: 0, type: "customer", first: "", last: "", email: "" };
  return { id, type: user.role === "end-user" ? "customer" : "user", ...names(user.name, "first", "last"), email: user.email };
}

/** The time of the last change is not among what a conversation says of itself. */
function conversation(desk: SupportDesk, ticket: DeskTicketData): object {
  const { id, subject, status, requester, assignee, tags, created, changed, comments, team } = ticket;
  const isTeam = (author: number): boolean => desk.users.some((one) => one.id === author && one.role !== "end-user");
  const answered = comments.findLastIndex(({ author, internal }) => isTeam(author) && internal !== true);
  const waiting = comments.slice(answered + 1).find(({ internal }) => internal !== true)?.at;
  const closed = STATUSES[status] === "closed";
  return {
    ...{
      id,
      number: id + 1000,
      threads: comments.length,
      type: "email",
      folderId: 1,
      mailboxId: 1,
      state: "published",
      subject,
      preview: "",
    },
    ...{ status: STATUSES[status] ?? "active", createdBy: person(desk, requester), createdAt: created },
    // One assignee: a person, or a team.
    ...(assignee !== undefined ? { assignee: person(desk, assignee) } : team !== undefined ? { assignee: { id: team, type: "team" } } : {}),
    ...(closed ? { closedBy: 1, closedAt: changed } : {}),
    userUpdatedAt: comments[answered]?.at ?? created,
    customerWaitingSince: { time: waiting ?? changed, friendly: "a while ago" },
    source: { type: "email", via: "customer" },
    tags: tags.map((tag) => ({ id: [...tag].reduce((sum, sign) => sum * 7 + sign.charCodeAt(0), 1), color: "#aaaaaa", tag })),
    ...{ cc: [], bcc: [], primaryCustomer: person(desk, requester), customFields: [] },
    _embedded: { threads: [] },
    _links: { threads: { href: `https://api.helpscout.net/v2/conversations/${id}/threads/` } },
  };
}
/** Newest first, with what happened to the conversation and a draft that nobody sent. */
function threads(desk: SupportDesk, ticket: DeskTicketData): object[] {
  const written = ticket.comments.map(({ id, author, at, html, internal, files = [] }) => {
    const by = person(desk, author) as { type: string };
    return {
      ...{ id, type: internal === true ? "note" : by.type === "customer" ? "customer" : "message", status: "active", state: "published" },
      ...{ body: html, source: { type: "email", via: by.type }, customer: person(desk, ticket.requester), createdBy: by, createdAt: at },
      ...{ to: [], cc: [], bcc: [] },
      _embedded: {
        attachments: files
          .filter(({ inline }) => inline !== true)
          .map((file) => ({
            ...{ id: file.id, filename: file.name, mimeType: "image/png", size: 68, width: 1, height: 1 },
            _links: {
              data: { href: `https://api.helpscout.net/v2/conversations/${ticket.id}/attachments/${file.id}/data` },
              web: { href: `${FILE_HOST}/not-through-the-web/${file.name}` },
            },
          })),
      },
    };
  });
  const noise = { status: "active", createdBy: person(desk, 1), createdAt: ticket.changed, _embedded: { attachments: [] } };
  return [
    ...written,
    { ...noise, id: ticket.id * 1000 + 1, type: "lineitem", state: "published", action: { type: "default", text: "Assigned" } },
    { ...noise, id: ticket.id * 1000 + 2, type: "message", state: "draft", body: "<p>Not sent.</p>" },
  ].toReversed();
}

/** A report numbers its ratings: great, okay, not good. */
function ratings(desk: SupportDesk, asked: URLSearchParams, most: number): Response {
  if (asked.get("rating") !== "all") return Response.json({ message: "only all are asked for" }, { status: 400 });
  const [start, end] = [time(asked.get("start") ?? ""), time(asked.get("end") ?? "")];
  const given = desk.ratings.filter(({ at }) => time(at) >= start && time(at) <= end);
  const page = Number(asked.get("page") ?? 1);
  return Response.json({
    results: given.slice((page - 1) * most, page * most).map(({ id, ticket, score, comment, at }) => ({
      ...{ number: ticket + 1000, threadid: id, threadCreatedAt: at, id: ticket, type: "email", ratingId: { 5: 1, 3: 2, 1: 3 }[score] },
      ...{ ratingCustomerId: 101, ratingComments: comment, ratingCreatedAt: at, ratingCustomerName: "Nadia Novak", ratingUserId: 1 },
    })),
    ...{ page, count: given.length, pages: Math.ceil(given.length / most) },
  });
}

function collection(all: readonly unknown[], kind: string, url: URL, most: number): Response {
  const size = Math.min(most, 25);
  const number = Number(url.searchParams.get("page") ?? 1);
  const pages = Math.max(1, Math.ceil(all.length / size));
  const next = new URL(url);
  next.searchParams.set("page", String(number + 1));
  const linked = (to: URL): object => ({ href: `https://api.helpscout.net${to.pathname}${to.search}` });
  return Response.json(
    {
      _embedded: { [kind]: all.slice((number - 1) * size, number * size) },
      _links: { self: linked(url), ...(number < pages ? { next: linked(next) } : {}) },
      page: { size, totalElements: all.length, totalPages: pages, number },
    },
    { headers: HEADERS },
  );
}
