// Double of Zendesk's ticketing API: the incremental export with cursors, comments, team and fields of people.
import { FILE_HOST, type SupportDesk } from "./tickets.ts";

const TOKEN = `Basic ${btoa("agent@acme.example/token:zendesk-token-of-the-double")}`;

/** Undefined: not a path of this API. `most`: the page size, whatever is asked for. */
export function zendeskSupport(desk: SupportDesk, url: URL, most: number, proof: string): Response | undefined {
  const comments = /^\/api\/v2\/tickets\/(\d+)\/comments\.json$/.exec(url.pathname);
  const known = [
    "/api/v2/incremental/tickets/cursor.json",
    "/api/v2/users.json",
    "/api/v2/user_fields.json",
    "/api/v2/macros/active.json",
  ].includes(url.pathname);
  if (!known && !comments) return undefined;
  if (proof !== TOKEN) return Response.json({ error: "Couldn't authenticate you" }, { status: 401 });
  const users = desk.users.map(({ id, name, email, role, verified, fields }) => ({
    ...{ id, name, email, role, verified: verified === true, active: true, user_fields: fields ?? {} },
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
    const all = ticket.comments.map(({ id, author, at, html, internal, files = [] }) => ({
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
    }));
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
    tickets: page.map(({ id, subject, status, requester, assignee, tags, created, changed: at, score, company }) => ({
      ...{ id, subject, status, requester_id: requester, assignee_id: assignee ?? null, tags, created_at: created, updated_at: at },
      ...{ satisfaction_rating: score === undefined ? null : { score }, organization_id: company ?? null },
    })),
    users,
    after_cursor: btoa(JSON.stringify([since, from + page.length])),
    end_of_stream: from + page.length >= changed.length,
  });
}

function paged(all: readonly unknown[], url: URL, most: number, kind: string): Record<string, unknown> {
  const size = Math.min(most, Number(url.searchParams.get("page[size]") ?? 100));
  const after = Number(atob(url.searchParams.get("page[after]") ?? btoa("0")));
  const end = after + size;
  return { [kind]: all.slice(after, end), meta: { has_more: end < all.length, after_cursor: btoa(String(end)) } };
}
