// Shown when the conversation moved on while a member was writing: nothing was sent, the new messages are in the thread, and the member
// decides.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Stale } from "../outbox/outbox.ts";

const TITLES: Record<Stale["what"], (input: { count: number }) => string> = {
  reply: m.conversations_stale_reply,
  status: m.conversations_stale_status,
  assign: m.conversations_stale_assign,
  ai: m.conversations_stale_ai,
};

/** `onAgain` repeats the action with the revision from the refusal. */
export function StaleBar({ stale, onAgain }: { stale: Stale; onAgain(): void }) {
  const bar = useRef<HTMLDivElement>(null);
  function review(): void {
    const divider = bar.current?.closest("[data-thread]")?.querySelector<HTMLElement>("[data-divider=stale]");
    divider?.scrollIntoView({ block: "center" });
    divider?.focus();
  }
  // The new messages scroll into view by themselves; the focus stays where it was.
  useEffect(
    () => bar.current?.closest("[data-thread]")?.querySelector("[data-divider=stale]")?.scrollIntoView({ block: "center" }),
    [stale],
  );
  return (
    <div
      ref={bar}
      role="alert"
      className="mx-auto mb-2 flex max-w-[720px] flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text"
    >
      <History className="size-4 shrink-0" aria-hidden />
      <p className="min-w-48 flex-1">{TITLES[stale.what]({ count: stale.missed })}</p>
      <Button size="sm" onClick={review}>
        {m.conversations_stale_review()}
      </Button>
      <Button size="sm" variant="primary" onClick={onAgain}>
        {stale.what === "reply" ? m.conversations_stale_send() : m.conversations_stale_again()}
      </Button>
    </div>
  );
}
