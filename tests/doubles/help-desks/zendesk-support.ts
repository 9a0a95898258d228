// Double of Zendesk's ticketing API: the incremental export with cursors, comments, team and fields of people, groups, organizations, ratings.
import { type DeskComment, type DeskCompanyData, type DeskRatingData, FILE_HOST, type SupportDesk } from "./tickets.ts";

const TOKEN = `Basic ${btoa("agent@acme.example/token:zendesk-token-of-the-double")}`;

/** Undefined: not a path of this API. `most`: the page size, whatever is asked for. */
export function zendeskSupport(desk: SupportDesk, url: URL, most: number, proof: string): Response | undefined {
  const comments = /^\/api\/v2\/tickets\/(\d+)\/comments\.json$/.exec(url.pathname);
  const known = [
    "/api/v2/incremental/tickets/cursor.json",
    "/api/v2/users.json",
    "/api/v2/user_fields.json",
    "/api/v2/macros/active.json",
    "/api/v2/groups.json",
    "/api/v2/organizations.json",
    "/api/v2/satisfaction_ratings.json",
  ].includes(url.pathname);
  if (!known && !comments) return undefined;
  if (proof !== TOKEN) return Response.json({ error: "Couldn't authenticate you" }, { status: 401 });
  const users = desk.users.map(({ id, name, email, role, verified, fields, company }) => ({
    ...{ id, name, email, role, verified: verified === true, active: true, user_fields: fields ?? {}, organization_id: company ?? null },
  }));
  if (url.pathname === "/api/v2/users.json")
    return Response.json({
      ...paged(
        users.filter(({ role }) => role !== "end-user"),
        url,
        most,
        "users",
      ),
    });
  if (url.pathname === "/api/v2/user_fields.json")
    return Response.json({ user_fields: [{ key: "plan", title: "Plan", type: "text", active: true }], meta: { has_more: false } });
  if (url.pathname === "/api/v2/groups.json")
    return Response.json(
      paged(
        desk.teams.map(({ id, name }) => ({ id, name, deleted: false, is_public: true })),
        url,
        most,
        "groups",
      ),
    );
  if (url.pathname === "/api/v2/organizations.json")
    return Response.json(paged(desk.companies.map(organization), url, most, "organizations"));
  if (url.pathname === "/api/v2/satisfaction_ratings.json") {
    if (url.searchParams.get("score") !== "received") return Response.json({ error: "only received ones are asked for" }, { status: 400 });
    const from = Number(url.searchParams.get("start_time") ?? 0) * 1000;
    const given = desk.ratings.filter(({ at }) => Date.parse(at) >= from).map((one) => rating(desk, one));
    return Response.json(paged(given, url, most, "satisfaction_ratings"));
  }
  if (url.pathname === "/api/v2/macros/active.json")
    return Response.json(
      paged(
        desk.replies.map(({ id, title, html, personal, more }) => ({
          ...{ id, title, active: true, restriction: personal === true ? { type: "User", id: 1 } : null },
          actions: [
            ...(more === true ? [{ field: "status", value: "solved" }] : []),
            { field: "comment_value_html", value: html.replace("CUSTOMER", "{{ticket.requester.first_name}}") },
          ],
        })),
        url,
        most,
        "macros",
      ),
    );
  if (comments) {
    const ticket = desk.tickets.find(({ id }) => id === Number(comments[1]));
    if (!ticket) return Response.json({ error: "RecordNotFound" }, { status: 404 });
    const all = ticket.comments.map(zendeskComment);
    return Response.json({ ...paged(all, url, most, "comments"), users });
  }
  const start = Number(url.searchParams.get("start_time") ?? 0) * 1000;
  const cursor = url.searchParams.get("cursor");
  const [since = 0, from = 0] = cursor === null ? [start, 0] : (JSON.parse(atob(cursor)) as [number, number]);
  const changed = desk.tickets
    .filter((ticket) => Date.parse(ticket.changed) >= since)
    .toSorted((a, b) => Date.parse(a.changed) - Date.parse(b.changed));
  const page = changed.slice(from, from + most);
  return Response.json({
    tickets: page.map(({ id, subject, status, requester, assignee, tags, created, changed: at, company, team }) => ({
      ...{ id, subject, status, requester_id: requester, assignee_id: assignee ?? null, tags, created_at: created, updated_at: at },
      ...{ organization_id: company ?? null, group_id: team ?? null },
      satisfaction_rating: ticketRating(desk, id),
    })),
    users,
    after_cursor: btoa(JSON.stringify([since, from + page.length])),
    end_of_stream: from + page.length >= changed.length,
  });
}

/** A comment, of the API and of an export alike. */
export const zendeskComment = ({ id, author, at, html, internal, files = [] }: DeskComment): object => ({
  ...{ id, type: "Comment", author_id: author, html_body: html, plain_body: "", public: internal !== true, created_at: at },
  attachments: files.map((file) => ({
    ...{
      id: file.id,
      file_name: file.name,
      content_url: `${FILE_HOST}/${file.name}`,
      content_type: "image/png",
      inline: file.inline === true,
    },
  })),
});
export const organization = ({ id, name, domains, notes }: DeskCompanyData): object => ({
  ...{ id, name, domain_names: domains, details: null, notes: notes ?? null, shared_tickets: false, organization_fields: {} },
  ...{ created_at: "2028-01-01T00:00:00Z", updated_at: "2028-01-01T00:00:00Z" },
});
/** Zendesk has two answers. */
const rating = (desk: SupportDesk, { id, ticket, score, comment, at }: DeskRatingData): object => {
  const of = desk.tickets.find((one) => one.id === ticket);
  return {
    ...{ id, ticket_id: ticket, score: score === 1 ? "bad" : "good", comment: comment || null, created_at: at, updated_at: at },
    ...{ assignee_id: of?.assignee ?? null, group_id: of?.team ?? null, requester_id: of?.requester ?? null },
  };
};
/** What a ticket itself says of its rating: not when it was given. */
export function ticketRating(desk: SupportDesk, ticket: number): object {
  const given = desk.ratings.find((one) => one.ticket === ticket);
  return given === undefined
    ? { score: "unoffered" }
    : { id: given.id, score: given.score === 1 ? "bad" : "good", comment: given.comment || null };
}

function paged(all: readonly unknown[], url: URL, most: number, kind: string): Record<string, unknown> {
  const size = Math.min(most, Number(url.searchParams.get("page[size]") ?? 100));
  const after = Number(atob(url.searchParams.get("page[after]") ?? btoa("0")));
  const end = after + size;
  return { [kind]: all.slice(after, end), meta: { has_more: end < all.length, after_cursor: btoa(String(end)) } };
}
