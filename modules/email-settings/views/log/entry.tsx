// One mail of a log: description on the left, actions on the right; stacked on narrow screens.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { formatFull, formatTime } from "#dashboard/ui/time.tsx";
import type { ReactNode } from "react";

interface EntryProps {
  readonly state: { readonly tone: Tone; readonly label: string };
  readonly at: string;
  /** Sender or recipient, in one line. */
  readonly who: ReactNode;
  readonly subject: string;
  readonly more: readonly string[];
  readonly words: ReactNode;
  readonly actions: ReactNode;
}

export const Entry = ({ state, at, who, subject, more, words, actions }: EntryProps) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
    <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2">
        <Chip tone={state.tone}>{state.label}</Chip>
        <time dateTime={at} title={formatFull(at)} className="text-xs text-muted tabular-nums">
          {formatTime(at)}
        </time>
      </p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {subject}
      </p>
      <p className="wrap-anywhere">{who}</p>
      <p className="text-xs text-muted">{more.join(" · ")}</p>
      {words}
    </div>
    <div className="flex flex-wrap items-center gap-2">{actions}</div>
  </li>
);
