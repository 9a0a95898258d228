// Monitoring in the inbox: the chip of a row, the filter of the list, the line in the thread, and the control of a conversation with open matches.
import { Radar } from "lucide-react";
import * as v from "valibot";
import { call, queryClient, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { activityLine, conversationControl, listFilter, rowChip } from "#modules/inbox/views";
import {
  type Entry,
  KINDS,
  listConversationMatches,
  listMonitoringLog,
  MatchEvent,
  MONITORING,
  readMonitoringEntry,
  resolveMatch,
  RuleKind,
} from "../../contract.ts";
import { KIND_LABELS } from "../labels.ts";
import { useRating } from "../log/use-entry.ts";

const kindIn = (row: { readonly fields?: Readonly<Record<string, string>> | undefined }): RuleKind | undefined => {
  const kind = v.safeParse(RuleKind, row.fields?.[MONITORING]);
  return kind.success ? kind.output : undefined;
};

export function MatchChip({ row }: PropsOf<typeof rowChip>) {
  const kind = kindIn(row);
  if (kind === undefined) return null;
  return (
    <Chip tone={KIND_LABELS[kind].tone}>
      <span className="sr-only">{m.monitoring_chip()} </span>
      {KIND_LABELS[kind].label()}
    </Chip>
  );
}

/** Only where a loaded conversation has an open match, as the other filters do. */
export function MatchFilter({ filter, onFilter, isInUse }: PropsOf<typeof listFilter>) {
  const chosen = KINDS.find((kind) => filter === `${MONITORING}:${kind}`);
  if (chosen === undefined && !isInUse(MONITORING)) return null;
  return (
    <Menu
      align="end"
      items={[
        ...KINDS.map((kind) => ({
          label: KIND_LABELS[kind].label(),
          checked: kind === chosen,
          onSelect: () => onFilter(kind === chosen ? undefined : `${MONITORING}:${kind}`),
        })),
        "separator",
        { label: m.monitoring_filter_any(), checked: chosen === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        chosen === undefined ? (
          <IconButton label={m.monitoring_filter()} icon={Radar} />
        ) : (
          <Button
            size="sm"
            icon={Radar}
            aria-label={m.monitoring_filter_on({ kind: KIND_LABELS[chosen].label() })}
            className="rounded-full!"
          >
            {KIND_LABELS[chosen].label()}
          </Button>
        )
      }
    />
  );
}

export function MatchLine({ projectId, event, own, name }: PropsOf<typeof activityLine>) {
  const match = event.name === MONITORING ? v.safeParse(MatchEvent, event.data) : undefined;
  return match?.success ? <Line projectId={projectId} match={match.output} own={own} name={name} /> : null;
}
function Line({ projectId, match, own, name }: { projectId: string; match: MatchEvent; own: boolean; name: string }) {
  const params = { projectId, entryId: match.entryId } as never;
  const { data } = useRouteQuery(readMonitoringEntry, { params });
  const rule = data?.entry.rule?.name ?? KIND_LABELS[match.kind].label();
  switch (match.change) {
    case "resolved":
      return own ? m.monitoring_line_resolved_you({ rule }) : m.monitoring_line_resolved({ name, rule });
    case "reopened":
      return own ? m.monitoring_line_reopened_you({ rule }) : m.monitoring_line_reopened({ name, rule });
    case "matched": {
      const quote = data?.entry.quote ?? "";
      return quote === "" ? m.monitoring_line_matched({ rule }) : m.monitoring_line_quoted({ rule, quote });
    }
  }
}

/** Only in conversations with an open match: nothing is asked for the others. */
export function MatchControl(props: PropsOf<typeof conversationControl>) {
  const kind = kindIn(props.row);
  return kind === undefined ? null : <Control {...props} kind={kind} />;
}
function Control({
  projectId,
  conversationId,
  labelled,
  changeField,
  kind,
  row,
}: PropsOf<typeof conversationControl> & { kind: RuleKind }) {
  const toast = useToast();
  const rate = useRating(projectId);
  const params = { projectId, conversationId } as never;
  // Each match has an event, so a new revision may bring one.
  const { data } = useRouteQuery(listConversationMatches, { params, revision: row.revision } as never);
  const open = data?.items.filter(({ state }) => state === "open") ?? [];

  async function set(entry: Entry, state: Entry["state"]): Promise<void> {
    const others = open.filter(({ id }) => id !== entry.id);
    const after = state === "open" ? entry.rule?.kind : others[0]?.rule?.kind;
    try {
      await changeField(MONITORING, after, () =>
        call(resolveMatch, { params: { projectId, entryId: entry.id } as never, body: { clientId: crypto.randomUUID(), state } }),
      );
      for (const route of [listConversationMatches, listMonitoringLog]) void queryClient.invalidateQueries({ queryKey: [route.name] });
      const title = state === "resolved" ? m.monitoring_did_resolve() : m.monitoring_did_reopen();
      toast({ title, tone: "ok", undo: () => void set(entry, state === "open" ? "resolved" : "open") });
    } catch (cause) {
      toast({ title: m.monitoring_not_changed(), body: messageOf(cause), tone: "bad" });
    }
  }
  const items = open.flatMap((entry, i): MenuItem[] => [
    ...(i === 0 ? [] : ["separator" as const]),
    { heading: entry.rule?.name ?? "" },
    { label: m.monitoring_resolve(), onSelect: () => void set(entry, "resolved") },
    {
      label: m.monitoring_right_short(),
      checked: entry.verdict === "up",
      onSelect: () => rate(entry, entry.verdict === "up" ? null : "up"),
    },
    {
      label: m.monitoring_wrong_short(),
      checked: entry.verdict === "down",
      onSelect: () => rate(entry, entry.verdict === "down" ? null : "down"),
    },
  ]);
  const label = m.monitoring_control({ kind: KIND_LABELS[kind].label() });
  return (
    <Menu
      items={items}
      trigger={
        labelled ? (
          <Button icon={Radar} className="justify-self-start">
            {label}
          </Button>
        ) : (
          <IconButton label={label} icon={Radar} className={KIND_LABELS[kind].tone === "bad" ? "text-bad-text!" : "text-warn-text!"} />
        )
      }
    />
  );
}
