// One entry of the log: what matched and why, what was done, whether people find it right, and whether it is resolved.
import { Link } from "@tanstack/react-router";
import { Check, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import type { Entry } from "../../contract.ts";
import { contactLabel, KIND_LABELS, WHY_SKIPPED } from "../labels.ts";
import { useRating, useResolving } from "./use-entry.ts";

export function EntryRow({ projectId, entry }: { projectId: string; entry: Entry }) {
  const { kind, rule, conversationId, at, why, erased } = entry;
  const name = contactLabel(entry);
  return (
    <li className="grid grid-cols-1 gap-2 border-b border-line py-4 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6">
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {kind === "skipped" ? (
            <Chip>{m.monitoring_not_judged()}</Chip>
          ) : (
            rule && <Chip tone={KIND_LABELS[rule.kind].tone}>{KIND_LABELS[rule.kind].label()}</Chip>
          )}
          <Link to={threadPath(projectId, conversationId)} dir="auto" className="min-w-0 truncate rounded-xs font-medium hover:underline">
            {name}
          </Link>
          {rule && rule.name !== KIND_LABELS[rule.kind].label() && (
            <span dir="auto" className="min-w-0 truncate text-muted">
              {rule.name}
            </span>
          )}
          <RelativeTime at={at} short className="text-xs text-faint" />
        </div>
        {erased ? (
          <p className="text-muted">{m.monitoring_erased()}</p>
        ) : (
          <>
            {entry.quote !== "" && (
              <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 wrap-anywhere">
                {entry.quote}
              </blockquote>
            )}
            <p dir="auto" className="text-muted wrap-anywhere">
              {kind === "skipped" && why
                ? WHY_SKIPPED[why]()
                : rule?.kind === "waiting"
                  ? m.monitoring_waited({ count: Number(entry.reason) })
                  : entry.reason}
            </p>
          </>
        )}
        {kind === "match" && (
          <p className="text-xs text-muted">
            {entry.notified === 0 ? m.monitoring_notified_nobody() : m.monitoring_notified({ count: entry.notified })}
            {entry.handedOver && ` ${m.monitoring_handed_over()}`}
          </p>
        )}
      </div>
      {kind === "match" && <Actions projectId={projectId} entry={entry} name={name} />}
    </li>
  );
}

function Actions({ projectId, entry, name }: { projectId: string; entry: Entry; name: string }) {
  const rate = useRating(projectId);
  const resolve = useResolving(projectId);
  const { verdict, state, erased } = entry;
  return (
    <div className="flex flex-wrap items-center gap-1 self-start">
      <IconButton
        size="md"
        label={m.monitoring_was_right({ name })}
        icon={ThumbsUp}
        aria-pressed={verdict === "up"}
        onClick={() => rate(entry, verdict === "up" ? null : "up")}
      />
      <IconButton
        size="md"
        label={m.monitoring_was_wrong({ name })}
        icon={ThumbsDown}
        aria-pressed={verdict === "down"}
        onClick={() => rate(entry, verdict === "down" ? null : "down")}
      />
      {state === "open" ? (
        <Button size="sm" icon={Check} aria-label={m.monitoring_resolve_of({ name })} onClick={() => resolve(entry, "resolved")}>
          {m.monitoring_resolve()}
        </Button>
      ) : (
        <>
          <Chip tone="ok">{m.monitoring_resolved()}</Chip>
          {!erased && (
            <IconButton size="md" label={m.monitoring_reopen_of({ name })} icon={RotateCcw} onClick={() => resolve(entry, "open")} />
          )}
        </>
      )}
    </div>
  );
}
