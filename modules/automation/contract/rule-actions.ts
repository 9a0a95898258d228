// The actions that only rules have, beside those that can be applied to many conversations. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { prose } from "#kernel/wire/values.ts";
import { type UsedVariable, VARIABLES, variablesIn } from "#modules/canned-replies/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Names of the actions, which are stored. */
export const REPLY = "reply";
export const NOTIFY = "notify";
export const WEBHOOK = "webhook";

/** Characters of a reply's text, before its variables are filled in. */
export const MAX_REPLY = 5000;
export const MAX_NOTIFIED_MEMBERS = 50;
export const MAX_NOTIFIED_TEAMS = 20;

/** Sends the text to the customer, as the team's. Markdown with the variables of canned replies, without those of an agent. */
export const ReplyValue = v.strictObject({
  text: v.pipe(
    prose(MAX_REPLY),
    v.check((text) => text.trim() !== "", m.automation_reply_empty),
  ),
});
export type ReplyValue = v.InferOutput<typeof ReplyValue>;

/** Notifies the assignee if there is one, these members, and the members of these teams; each once. */
export const NotifyValue = v.pipe(
  v.strictObject({
    assignee: v.boolean(),
    members: v.pipe(v.array(idOf("account")), v.maxLength(MAX_NOTIFIED_MEMBERS)),
    teams: v.pipe(v.array(idOf("team")), v.maxLength(MAX_NOTIFIED_TEAMS)),
  }),
  v.check(({ assignee, members, teams }) => assignee || members.length + teams.length > 0, m.automation_notify_nobody),
);
export type NotifyValue = v.InferOutput<typeof NotifyValue>;

/** Sends `automation.triggered` to the webhook. */
export const WebhookValue = v.strictObject({ webhookId: idOf("webhook") });
export type WebhookValue = v.InferOutput<typeof WebhookValue>;

/** The variables that a rule's reply can have, in the order of menus; beside them `contact.<key>` of the project's attributes. */
export const REPLY_VARIABLES = VARIABLES.filter((name) => !name.startsWith("agent."));
/** What always has a value, so that it needs no fallback. */
const ALWAYS: readonly string[] = ["project.name"];

/** The first variable that a rule's reply may not have as it is: there is none of this name, or it needs a fallback because nobody looks. */
export function wrongVariable(
  text: string,
  attributes: readonly string[],
): { readonly placeholder: string; readonly why: "unknown" | "no_fallback" } | undefined {
  const known = new Set<string>([...REPLY_VARIABLES, ...attributes.map((key) => `contact.${key.toLowerCase()}`)]);
  for (const { name, placeholder, hasFallback } of variablesIn(text)) {
    if (!known.has(name)) return { placeholder, why: "unknown" };
    if (!hasFallback && !ALWAYS.includes(name)) return { placeholder, why: "no_fallback" };
  }
  return undefined;
}
/** Whether a text has variables beyond those that every conversation knows. */
export const usesAttributes = (text: string): boolean =>
  variablesIn(text).some(({ name }: UsedVariable) => !(VARIABLES as readonly string[]).includes(name));
