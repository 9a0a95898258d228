// Exports of the sample support desk as files: one JSON object a line. Zendesk's has the comments inside of its tickets; Intercom's are the
// objects of its API.
import { intercomConversation } from "./intercom-inbox.ts";
import type { SupportDesk } from "./tickets.ts";
import { organization, ticketRating, zendeskComment } from "./zendesk-support.ts";

const lines = (all: readonly object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join("");

export const zendeskExport = (desk: SupportDesk): Record<"tickets" | "users" | "organizations", string> => ({
  tickets: lines(
    desk.tickets.map(({ id, subject, status, requester, assignee, tags, created, changed, company, comments }) => ({
      ...{ id, subject, status, requester_id: requester, submitter_id: requester, assignee_id: assignee ?? null, tags },
      ...{ created_at: created, updated_at: changed, organization_id: company ?? null, group_id: null, priority: null },
      satisfaction_rating: ticketRating(desk, id),
      comments: comments.map(zendeskComment),
    })),
  ),
  users: lines(
    desk.users.map(({ id, name, email, role, verified, fields, company }) => ({
      ...{ id, name, email, role, verified: verified === true, active: true, user_fields: fields ?? {}, organization_id: company ?? null },
    })),
  ),
  organizations: lines(desk.companies.map(organization)),
});
export const intercomExport = (desk: SupportDesk): Record<"conversations" | "contacts", string> => ({
  conversations: lines(desk.tickets.filter(({ status }) => status !== "deleted").map((ticket) => intercomConversation(desk, ticket, true))),
  contacts: lines(
    desk.users
      .filter(({ role }) => role === "end-user")
      .map(({ id, name, email, fields }) => ({
        type: "contact",
        id: String(id),
        role: "user",
        name,
        email,
        custom_attributes: fields ?? {},
      })),
  ),
});
