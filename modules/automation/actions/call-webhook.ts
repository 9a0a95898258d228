// The action that tells one of the project's webhooks of the run, and what is sent of it.
import { readEventsAt, readSummaries, registeredRowFields } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { type DeliverySubject, takesType, tellWebhook, type ToldSubject } from "#modules/webhooks";
import { iso } from "#kernel/clock/index.ts";
import { WEBHOOK, WebhookValue } from "../contract/rule-actions.ts";
import { readToldRuns } from "../queries.ts";
import { defineRuleAction } from "./rule-action.ts";

const TYPE = "automation.triggered";

export const webhookAction = defineRuleAction<WebhookValue>({
  name: WEBHOOK,
  value: WebhookValue,
  mayRepeat: true,
  // It writes to nobody: webhooks are told of automatic mail too.
  isSilent: true,
  isOfProject: (projectId, { webhookId }) => takesType(projectId, webhookId, TYPE),
  preview: () => "changes",
  // One delivery for the run: its id is the subject.
  run: async (ctx, { webhookId }, { projectId, runId }) =>
    (await tellWebhook(ctx, projectId, webhookId, { type: TYPE, subject: runId })) ? "changes" : "impossible",
});

/** The run with the conversation as it is when it is sent, and the event that set it off, without what was erased meanwhile. */
export const runSubjects: DeliverySubject = {
  types: [TYPE],
  async read(ctx, projectId, subjects) {
    const fields = registeredRowFields(ctx);
    const [runs] = await ctx.db.read(readToldRuns(projectId, subjects));
    const [events, summaries] = await ctx.db.read(
      readEventsAt(
        fields,
        projectId,
        runs.flatMap(({ sequence }) => sequence ?? []),
      ),
      readSummaries(fields, projectId, [...new Set(runs.map(({ conversationId }) => conversationId))], null),
    );
    const told = new Map<string, ToldSubject>();
    for (const { id, ruleId, ruleName, trigger, conversationId, sequence, at } of runs) {
      const summary = summaries.find((one) => one.id === conversationId);
      if (!summary) continue;
      const event = events.find((row) => row.sequence === sequence)?.event ?? null;
      const data = { rule: { id: ruleId, name: ruleName }, run: { id, trigger }, conversation: withoutUnread(summary), event };
      told.set(id, { timestamp: iso(at), data });
    }
    return told;
  },
};
// How much a member has not read says nothing to another system.
const withoutUnread = ({ unread: _, ...conversation }: ConversationSummary) => conversation;
