import { expect, test } from "vitest";
import { withOurPlaceholders } from "./placeholders.ts";

test.for([
  ["Hello {{ticket.requester.first_name}}!", "Hello {{contact.first_name}}!"],
  ["Hello {{ ticket.requester.first\\_name }}", "Hello {{contact.first_name}}"],
  ["{%customer.firstName,fallback=there%}, about {%mailbox.name%}", "{{contact.first_name|there}}, about {{project.name}}"],
  ["{{contact.name}} and {{agent.name}}", "{{contact.name}} and {{agent.name}}"],
  ["Number {{ticket.id}} of {%conversation.number%}", "Number {{ticket.id}} of {{conversation.number}}"],
  ["100 % {sure}", "100 % {sure}"],
])("%s", ([theirs, ours]) => {
  expect(withOurPlaceholders(theirs ?? "")).toBe(ours);
});
