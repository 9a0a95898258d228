// Double of Chatwoot's application API: conversations by pages of 25, messages backwards by 20, agents and fields of contacts.
import { FILE_HOST, type SupportDesk } from "./tickets.ts";

export const CHATWOOT_TOKEN = "chatwoot-token-of-the-double";
const STATUSES: Readonly<Record<string, string>> = { solved: "resolved", closed: "resolved", open: "open", pending: "pending" };
const seconds = (at: string): number => Date.parse(at) / 1000;

export function chatwoot(desk: SupportDesk, url: URL, proof: string | null): Response {
  if (proof !== CHATWOOT_TOKEN) return Response.json({ error: "Invalid Access Token" }, { status: 401 });
  const path = url.pathname.replace("/api/v1/accounts/7", "");
  const sender = (id: number): Record<string, unknown> | null => {
    const user = desk.users.find((one) => one.id === id);
    const company = desk.companies.find((one) => one.id === user?.company);
    return user === undefined
      ? null
      : {
          id,
          name: user.name,
          email: user.email,
          custom_attributes: user.fields ?? {},
          additional_attributes: company === undefined ? {} : { company_name: company.name },
        };
  };
  if (path === "/agents")
    return Response.json(
      desk.users.filter(({ role }) => role !== "end-user").map(({ id, name, email }) => ({ id, name, email, role: "agent" })),
    );
  if (path === "/teams") return Response.json(desk.teams.map(({ id, name }) => ({ id, name, description: null, account_id: 7 })));
  if (path === "/inboxes") return Response.json({ payload: [{ id: 4, name: "Website", channel_type: "Channel::WebWidget" }] });
  if (path === "/csat_survey_responses") {
    const page = Number(url.searchParams.get("page") ?? 1);
    return Response.json(
      desk.ratings.slice((page - 1) * 25, page * 25).map(({ id, ticket, score, comment, at }) => ({
        ...{
          id,
          rating: score,
          feedback_message: comment,
          account_id: 7,
          message_id: id,
          conversation_id: ticket,
          created_at: seconds(at),
        },
      })),
    );
  }
  if (path === "/custom_attribute_definitions") return Response.json([{ attribute_key: "plan", attribute_display_name: "Plan" }]);
  if (path === "/canned_responses")
    return Response.json(
      desk.replies
        .filter(({ personal }) => personal !== true)
        .map(({ id, word, html }) => ({
          ...{ id, account_id: 7, short_code: word },
          content: html
            .replace(/<\/?strong>/g, "**")
            .replaceAll(/<[^>]*>/g, "")
            .replace("CUSTOMER", "{{contact.first_name}}"),
        })),
    );
  const tickets = desk.tickets.filter(({ status }) => status !== "deleted").toSorted((a, b) => seconds(a.changed) - seconds(b.changed));
  const thread = /^\/conversations\/(\d+)\/messages$/.exec(path);
  if (thread) {
    const before = Number(url.searchParams.get("before") ?? Number.MAX_SAFE_INTEGER);
    const messages = (tickets.find(({ id }) => id === Number(thread[1]))?.comments ?? []).filter(({ id }) => id < before).slice(-20);
    return Response.json({
      payload: messages.map(({ id, author, at, html, internal, files = [] }) => ({
        ...{ id, content: html.replaceAll(/<[^>]*>/g, ""), private: internal === true, created_at: seconds(at), sender: sender(author) },
        message_type: desk.users.find((one) => one.id === author)?.role === "end-user" || desk.gone.includes(author) ? 0 : 1,
        attachments: files.map((file) => ({ id: file.id, file_type: "image", data_url: `${FILE_HOST}/${file.name}` })),
      })),
    });
  }
  if (path !== "/conversations") return new Response(null, { status: 404 });
  const page = Number(url.searchParams.get("page") ?? 1);
  return Response.json({
    data: {
      meta: { all_count: tickets.length },
      payload: tickets
        .slice((page - 1) * 25, page * 25)
        .map(({ id, subject, status, requester, assignee, tags, created, changed, team }) => ({
          ...{ id, status: STATUSES[status] ?? "open", labels: tags, created_at: seconds(created), last_activity_at: seconds(changed) },
          additional_attributes: { mail_subject: subject },
          inbox_id: 4,
          meta: {
            ...{ sender: sender(requester), assignee: assignee === undefined ? null : { id: assignee } },
            ...(team === undefined ? {} : { team: desk.teams.find((one) => one.id === team) }),
          },
        })),
    },
  });
}
