// The values of variables in a conversation.
import type { ComposerCustomer } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { Values } from "../../contract.ts";

const firstWord = (name: string): string | undefined => name.trim().split(/\s+/)[0];

/** `agent`: the name of the member who writes. An address in the place of a name is no name. */
export function valuesOf(customer: ComposerCustomer, agent: string, project: string): Values {
  const name = customer.name?.includes("@") === true ? null : customer.name;
  const metadata = Object.entries(customer.metadata).map(([key, value]) => [
    `contact.${key.toLowerCase()}`,
    value === null ? null : String(value),
  ]);
  return {
    ...Object.fromEntries(metadata),
    "contact.name": name,
    "contact.first_name": name === null ? null : firstWord(name),
    "contact.email": customer.email,
    "agent.name": agent,
    "agent.first_name": firstWord(agent),
    "project.name": project,
    "conversation.subject": customer.subject,
  };
}

/** The customer of the preview. */
export const exampleCustomer = () => ({
  name: m.canned_example_name(),
  email: "maria@example.com",
  metadata: {},
  subject: m.canned_example_subject(),
});
