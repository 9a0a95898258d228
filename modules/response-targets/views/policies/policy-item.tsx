// One policy of the list: what it says in a sentence, what that means now, and its fields.
import { CallError } from "#kernel/wire/route.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { BusinessHours } from "#modules/business-hours/contract";
import { ArrowDown, ArrowUp, Pencil, X } from "lucide-react";
import { useId, useState } from "react";
import { momentsOf, type Policy, TARGETS } from "../../contract.ts";
import { momentText } from "../labels.ts";
import type { Choices } from "./choices.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { sentenceOf } from "./sentence.ts";

interface ItemProps {
  readonly policy: Policy;
  readonly at: number;
  readonly count: number;
  readonly hours: BusinessHours | undefined;
  readonly choices: Choices;
  /** Of the last attempt to save. */
  readonly error: unknown;
  readonly open: boolean;
  readonly may: boolean;
  onOpen(on: boolean): void;
  onMove(to: number): void;
  onRemove(): void;
  onChange(part: Partial<Policy>): void;
}
const hasIssue = (error: unknown, at: number): boolean =>
  error instanceof CallError && (error.problem.issues ?? []).some(({ path }) => path.startsWith(`policies.${at}.`));

export function PolicyItem({ policy, at, count, hours, choices, error, open, may, onOpen, onMove, onRemove, onChange }: ItemProps) {
  const id = useId();
  const name = policy.name.trim() || m.response_targets_unnamed({ count: at + 1 });
  const shown = may && (open || hasIssue(error, at));
  return (
    <li className="rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <h2 dir="auto" className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
          {name}
        </h2>
        {may && (
          <div className="flex shrink-0">
            <IconButton icon={ArrowUp} label={m.response_targets_up({ name })} disabled={at === 0} onClick={() => onMove(at - 1)} />
            <IconButton
              icon={ArrowDown}
              label={m.response_targets_down({ name })}
              disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            />
            <IconButton
              icon={Pencil}
              label={m.response_targets_edit({ name })}
              aria-expanded={shown}
              aria-controls={id}
              onClick={() => onOpen(!open)}
            />
            <IconButton icon={X} label={m.response_targets_remove({ name })} onClick={onRemove} />
          </div>
        )}
      </div>
      <p className="mt-1 wrap-anywhere">{sentenceOf(policy, choices)}</p>
      <MeaningNow policy={policy} hours={hours} />
      <div id={id}>{shown && <PolicyFields policy={policy} at={at} choices={choices} error={error} onChange={onChange} />}</div>
    </li>
  );
}

const MEANS = {
  first: m.response_targets_means_first,
  next: m.response_targets_means_next,
  resolution: m.response_targets_means_resolution,
} as const;
/** What the policy means for a customer who writes now. */
function MeaningNow({ policy, hours }: { readonly policy: Policy; readonly hours: BusinessHours | undefined }) {
  // When the page was opened: the sentence is about the policy, and is no clock.
  const [now] = useState(Date.now);
  if (hours === undefined) return null;
  const parts = TARGETS.flatMap((target) => {
    const minutes = policy[target];
    if (minutes === null || !(minutes > 0)) return [];
    const { dueAt } = momentsOf({ startedAt: now, pauses: [], pausedAt: null }, { minutes, warn: null, counts: policy.counts }, hours);
    return dueAt === null ? [] : [MEANS[target]({ time: momentText(dueAt, now) })];
  });
  if (parts.length === 0) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {m.response_targets_means({ list: parts.reduce((one, other) => m.response_targets_both({ one, other })) })}
      {policy.counts === "business" && !hours.on && ` ${m.response_targets_no_hours()}`}
    </p>
  );
}
