// Placeholders of canned replies as other help desks write them, in ours. What has no counterpart stays a placeholder of an unknown name,
// with which no reply is sent unnoticed.
const OURS: Readonly<Record<string, string>> = {
  // Zendesk and Freshdesk
  "ticket.requester.name": "contact.name",
  "ticket.requester.first_name": "contact.first_name",
  "ticket.requester.firstname": "contact.first_name",
  "ticket.requester.email": "contact.email",
  "ticket.title": "conversation.subject",
  "ticket.subject": "conversation.subject",
  "current_user.name": "agent.name",
  "current_user.first_name": "agent.first_name",
  "ticket.agent.name": "agent.name",
  helpdesk_name: "project.name",
  // Help Scout
  "customer.fullname": "contact.name",
  "customer.firstname": "contact.first_name",
  "customer.email": "contact.email",
  "user.fullname": "agent.name",
  "user.firstname": "agent.first_name",
  "mailbox.name": "project.name",
};
const ours = (name: string, fallback = ""): string => {
  const plain = name.replaceAll("\\", "");
  return `{{${OURS[plain.toLowerCase()] ?? plain}${fallback === "" ? "" : `|${fallback}`}}}`;
};

/** The text, which may be Markdown, with `{{name}}` of Zendesk, Freshdesk and Chatwoot, and `{%name,fallback=words%}` of Help Scout, as ours. */
export const withOurPlaceholders = (text: string): string =>
  text
    .replaceAll(/\{\{\s*([\w.\\]{1,80}?)\s*\}\}/g, (_, name: string) => ours(name))
    .replaceAll(/\{%\s*([\w.\\]{1,80}?)\s*(?:,\s*fallback=([^%{}|]{0,80}))?%\}/g, (_, name: string, fallback?: string) =>
      ours(name, fallback?.trim()),
    );
