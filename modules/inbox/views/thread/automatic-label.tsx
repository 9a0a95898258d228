// "Automatic" on mail that a program wrote; pressing it shows the matching rules.
import { Reasons } from "#dashboard/ui/reasons.tsx";
import { m } from "#messages";
import { Bot } from "lucide-react";
import { useId, useState } from "react";
import type { Origin } from "#modules/conversations/contract";

export function AutomaticLabel({ automatic }: { automatic: NonNullable<Origin["automatic"]> }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
        className="inline-flex min-h-6 items-center gap-1 rounded-full px-1.5 text-2xs font-medium text-muted hover:bg-hover hover:text-text aria-expanded:bg-active aria-expanded:text-text"
      >
        <Bot className="size-3" aria-hidden />
        {m.conversations_automatic()}
      </button>
      <div id={id} hidden={!open} className="mt-1 w-80 max-w-full basis-full rounded-md border border-line-strong bg-surface p-3 text-text">
        <p className="text-sm font-medium">{m.conversations_automatic_title()}</p>
        <p className="mt-0.5 text-xs text-muted">{m.conversations_automatic_why()}</p>
        <Reasons reasons={automatic.reasons} />
      </div>
    </>
  );
}
