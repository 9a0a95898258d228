// The action that notifies members: who they are now, and that nobody is told twice.
import { type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { readSummary } from "#modules/conversations";
import { notifyMembers } from "#modules/notifications";
import { isMember } from "#modules/projects";
import { isTeamOf, readTeams } from "#modules/teams";
import { NOTIFY, NotifyValue } from "../contract/rule-actions.ts";
import { isNotNotified, writeNotified } from "../queries.ts";
import { defineRuleAction } from "./rule-action.ts";

export const notifyAction = defineRuleAction<NotifyValue>({
  name: NOTIFY,
  value: NotifyValue,
  mayRepeat: false,
  isSilent: false,
  isOfProject: (projectId, { members, teams }): SQL => {
    const all = (ids: readonly string[], holds: SQL): SQL =>
      sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) k WHERE NOT ${holds})`;
    return sql`${all(members, isMember(projectId, sql`k.value`))} AND ${all(teams, isTeamOf(projectId, sql`k.value`))}`;
  },
  preview: ({ contact: { state }, previewAutomatic }) => (state !== "active" ? "same" : previewAutomatic ? "automatic" : "changes"),
  async run(ctx, { assignee, members, teams }, { projectId, conversationId, ruleName, runId, clientId }) {
    const [summary, all] = await ctx.db.read(readSummary([], projectId, conversationId, null), readTeams(projectId));
    if (!summary) return "impossible";
    const chosen = new Set<AccountId>([
      ...members,
      ...all.filter(({ id, state }) => state === "active" && teams.includes(id)).flatMap((team) => team.members),
      ...(assignee && summary.assigneeId !== null ? [summary.assigneeId] : []),
    ]);
    const notifying = await notifyMembers(ctx, {
      ...{ projectId, conversationId, contactId: summary.contact.id, event: "ruleNotifies" },
      ...{ cause: `${runId}:${clientId}`, members: [...chosen], title: ruleName },
    });
    // Also of whoever wants it by push alone, whom the count leaves out.
    const statements = notifying.statements(isNotNotified(projectId, runId));
    if (statements.length === 0) return "same";
    await ctx.db.commit([...statements, writeNotified(projectId, runId)]);
    notifying.announce();
    return "changes";
  },
});
