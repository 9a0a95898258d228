// The action that sends the customer a reply: whether it may be sent at all, its variables, and the guard against replies without end.
import { days, hours } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { fill, type Values } from "#modules/canned-replies/contract";
import { readAttributes } from "#modules/contact-attributes";
import { readContact } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { newMessage, readSummary, record, type RecordCtx } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { m } from "#messages";
import { MAX_REPLIES_OF_CONTACT_A_DAY, type Outcome } from "../contract.ts";
import { REPLY, ReplyValue, usesAttributes, wrongVariable } from "../contract/rule-actions.ts";
import { hasNoRecentReply, mayBeWrittenTo, readHasNoRecentReply, writeReplySent } from "../reply-queries.ts";
import { defineRuleAction, type RunAt } from "./rule-action.ts";

/** The most characters of a message; a text with long values is cut. */
const MAX_CONTENT = 16_000;

export const replyAction = defineRuleAction<ReplyValue>({
  name: REPLY,
  value: ReplyValue,
  mayRepeat: false,
  isSilent: false,
  isOfProject: () => sql`1`,
  async problem(ctx, projectId, { text }) {
    const [attributes] = usesAttributes(text) ? await ctx.db.read(readAttributes(projectId)) : [[]];
    const wrong = wrongVariable(
      text,
      attributes.map(({ key }) => key),
    );
    if (!wrong) return undefined;
    const { placeholder, why } = wrong;
    return why === "unknown"
      ? m.automation_reply_unknown({ placeholder })
      : m.automation_reply_no_fallback({ placeholder, example: exampleOf(placeholder) });
  },
  preview: ({ contact: { state }, previewAutomatic }) => (state !== "active" ? "not_sent" : previewAutomatic ? "automatic" : "changes"),
  async run(ctx, { text }, at) {
    const { projectId, conversationId } = at;
    const [summary, project] = await ctx.db.read(readSummary([], projectId, conversationId, null), readWidget(projectId));
    const [contact] = summary ? await ctx.db.read(readContact(projectId, summary.contact.id)) : [];
    if (!summary || !contact || !project) return "impossible";
    const { text: content, missing } = fill(text, valuesOf(contact, summary.subject, project.projectName));
    // Saving checks that each has a fallback.
    if (missing.length > 0) return "impossible";
    const now = ctx.clock.now();
    const guard = hasNoRecentReply(at, { hour: now - hours(1), day: now - days(1) });
    try {
      await record(ctx, {
        ...{ conversationId, clientId: at.clientId },
        event: newMessage({
          ...{ content: content.slice(0, MAX_CONTENT), attachments: [] },
          origin: { door: "dashboard", automatic: null, rule: { by: at.ruleName } },
        }),
        // The values of its variables may be others when it is repeated.
        fingerprint: { only: [REPLY, at.clientId] },
        counters: [customCounter("automaticRepliesPerContactDay", contact.id, now, days(1), MAX_REPLIES_OF_CONTACT_A_DAY)],
        requires: { when: sql`${mayBeWrittenTo()} AND ${guard}` },
        writes: (done: SQL) => [writeReplySent(at, now, done)],
      });
      return "changes";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "rate_limited") return "held";
      return await whyNot(ctx, guard, at);
    }
  },
});

/** The placeholder with room for a fallback. */
const exampleOf = (placeholder: string): string => placeholder.replace(/\s*(?:\|[^{}]*)?\}\}$/, "|…}}");

/** Whether the guard kept it from being sent, or the customer may not be written to. */
async function whyNot(ctx: RecordCtx, guard: SQL, { projectId, conversationId }: RunAt): Promise<Outcome> {
  const [isFree] = await ctx.db.read(readHasNoRecentReply(projectId, conversationId, guard));
  return isFree ? "not_sent" : "held";
}

/** The values of its variables. An address in the place of a name is no name. */
export function valuesOf(
  { name: called, email, attributes = {} }: Pick<Contact, "name" | "email" | "attributes">,
  subject: string | null | undefined,
  project: string,
): Values {
  const name = called?.includes("@") === true ? null : called;
  return {
    ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`contact.${key.toLowerCase()}`, value])),
    "contact.name": name,
    "contact.first_name": name?.trim().split(/\s+/)[0],
    "contact.email": email,
    "project.name": project,
    "conversation.subject": subject,
  };
}
