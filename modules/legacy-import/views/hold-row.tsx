// One piece of held work: what it was, when it began, and the button that reconciles it.
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Hold } from "../contract.ts";
import { ReconcileDialog } from "./reconcile-dialog.tsx";
import { categoryText, outcomeText } from "./texts.ts";

export function HoldRow({ projectId, hold }: { readonly projectId: string; readonly hold: Hold }) {
  const [asking, setAsking] = useState(false);
  const { outcome, reconciledAt } = hold;
  const began = formatTime(hold.startedAt);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-60 gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span className="font-medium">{categoryText(hold.category)}</span>
          {hold.provider !== null && (
            <span dir="auto" className="text-muted wrap-anywhere">
              {hold.provider}
            </span>
          )}
          <Chip tone={outcome === null ? "warn" : "ok"}>{outcome === null ? m.legacy_import_open() : outcomeText(outcome)}</Chip>
        </span>
        {hold.detail !== null && (
          <span dir="auto" className="wrap-anywhere">
            {hold.detail}
          </span>
        )}
        <span className="text-xs text-muted">
          {m.legacy_import_began({ at: began })}{" "}
          {reconciledAt !== null &&
            (hold.reconciledBy === null
              ? m.legacy_import_by_command({ at: formatTime(reconciledAt) })
              : m.legacy_import_by({ name: hold.reconciledBy, at: formatTime(reconciledAt) }))}
        </span>
        {hold.conversationId !== null && (
          <Link to={threadPath(projectId, hold.conversationId) as never} className="justify-self-start text-xs underline">
            {m.legacy_import_conversation({ at: began })}
          </Link>
        )}
      </span>
      {outcome === null && (
        <Button
          size="sm"
          aria-label={m.legacy_import_reconcile_of({ what: categoryText(hold.category), at: began })}
          onClick={() => setAsking(true)}
        >
          {m.legacy_import_reconcile()}
        </Button>
      )}
      {asking && <ReconcileDialog projectId={projectId} hold={hold} onClose={() => setAsking(false)} />}
    </li>
  );
}
