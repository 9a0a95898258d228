// The actions that a rule can have: those of everybody that need no member, and those of rules alone.
import { locale } from "#dashboard/locale.ts";
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { type ActionField, useActionFields, withoutMember } from "#modules/bulk-actions/views";
import { listTeams } from "#modules/teams/contract";
import { listWebhooks } from "#modules/webhooks/contract";
import type { ReactNode } from "react";
import { MAX_REPLY, NOTIFY, type NotifyValue, REPLY, REPLY_VARIABLES, type ReplyValue, WEBHOOK, type WebhookValue } from "../contract.ts";

/** The fields by label, and the slot that has to be drawn. */
export function useRuleActions(projectId: string): { readonly fields: readonly ActionField[]; readonly source: ReactNode } {
  const { fields, source } = useActionFields(projectId);
  const own = [useReplyField(), useNotifyField(projectId), ...useWebhookField(projectId)];
  return {
    // None until modules have declared theirs: what is not there yet is not gone.
    fields: fields.length === 0 ? [] : [...withoutMember(fields), ...own].toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    source,
  };
}

function useReplyField(): ActionField {
  const { name: project } = useProject();
  const variables = new Intl.ListFormat(locale, { type: "unit" }).format(REPLY_VARIABLES.map((name) => `{{${name}|…}}`));
  return {
    ...{ name: REPLY, action: REPLY, label: m.automation_do_reply(), options: [] },
    text: { limit: MAX_REPLY, hint: m.automation_do_reply_hint({ project, variables }) },
    valueOf: ([text = ""]): ReplyValue => ({ text }),
    chosenIn: (value) => {
      const { text } = value as ReplyValue;
      // What is blank only is still this field's; saving says that it is empty.
      return text === "" ? undefined : [text];
    },
  };
}

const ASSIGNEE = "assignee";
/** Options are the assignee, members, and teams that are not archived. */
function useNotifyField(projectId: string): ActionField {
  const { members } = useProject();
  const teams = useRouteQuery(listTeams, { params: { projectId } });
  const byLabel = (options: readonly { value: string; label: string }[]) =>
    options.toSorted((a, b) => a.label.localeCompare(b.label, locale));
  const team = "team:";
  return {
    ...{ name: NOTIFY, action: NOTIFY, label: m.automation_do_notify(), several: true },
    options: [
      { value: ASSIGNEE, label: m.automation_notify_assignee() },
      ...byLabel(
        (teams.data?.items ?? [])
          .filter(({ state }) => state === "active")
          .map(({ id, name }) => ({ value: `${team}${id}`, label: m.automation_notify_team({ name }) })),
      ),
      ...byLabel(members.map(({ accountId, name }) => ({ value: accountId, label: name }))),
    ],
    valueOf: (chosen): unknown => ({
      assignee: chosen.includes(ASSIGNEE),
      members: chosen.filter((one) => one !== ASSIGNEE && !one.startsWith(team)),
      teams: chosen.filter((one) => one.startsWith(team)).map((one) => one.slice(team.length)),
    }),
    chosenIn: (value) => {
      const { assignee, members: people, teams: groups } = value as NotifyValue;
      const chosen = [...(assignee ? [ASSIGNEE] : []), ...groups.map((id) => `${team}${id}`), ...people];
      return chosen.length === 0 ? undefined : chosen;
    },
  };
}

/** Options are the webhooks that take what rules send; none while there are none. Operators are not told which there are. */
function useWebhookField(projectId: string): readonly ActionField[] {
  const { mayI } = useProject();
  const seesThem = mayI("admin");
  const webhooks = useRouteQuery(listWebhooks, { params: { projectId } }, { enabled: seesThem });
  const options = (webhooks.data?.items ?? [])
    .filter(({ events }) => events.includes("automation.triggered"))
    .map(({ id, url, description }) => ({ value: id as string, label: description === "" ? new URL(url).host : description }));
  if (seesThem && options.length === 0) return [];
  const chosenIn = (value: unknown): readonly string[] => [(value as WebhookValue).webhookId];
  return [
    {
      ...{ name: WEBHOOK, action: WEBHOOK, label: m.automation_do_webhook(), valueOf: ([webhookId]: readonly string[]) => ({ webhookId }) },
      ...(seesThem ? { options, chosenIn } : { options: [{ value: "", label: m.automation_a_webhook() }], chosenIn: () => [""] }),
    },
  ];
}
