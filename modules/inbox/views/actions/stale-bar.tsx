// Shown when the conversation moved on while a member was writing: nothing was sent, the new messages are in the thread, and the member
// decides.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Stale } from "#modules/live-inbox/views";

const TITLES: Record<Stale["what"], (input: { count: number }) => string> = {
  reply: m.conversations_stale_reply,
  status: m.conversations_stale_status,
  assign: m.conversations_stale_assign,
  refused: m.conversations_came_back,
};

/** `onAgain` repeats the action with the revision from the refusal. */
export function StaleBar({ stale, onAgain }: { stale: Stale; onAgain(): void }) {
  const bar = useRef<HTMLDivElement>(null);
  // The first new message gets the focus, so that a screen reader reads it and Tab goes on from there. What is new may be no message at all.
  function review(): void {
    const divider = bar.current?.closest("[data-thread]")?.querySelector<HTMLElement>("[data-divider=stale]");
    const target = divider?.parentElement?.querySelector<HTMLElement>("[data-divider=stale] ~ [data-revision]") ?? divider;
    if (!target) return;
    target.tabIndex = -1;
    divider?.scrollIntoView({ block: "start" });
    target.focus({ preventScroll: true });
  }
  // The new messages scroll into view by themselves; the focus stays where it was.
  useEffect(() => {
    // Newer browsers return a promise from it, which would not be a clean-up.
    bar.current?.closest("[data-thread]")?.querySelector("[data-divider=stale]")?.scrollIntoView({ block: "center" });
  }, [stale]);
  return (
    <div
      ref={bar}
      role="alert"
      className="mx-auto mb-2 flex max-w-[720px] flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
        <History className="size-4 shrink-0" aria-hidden />
        <p className="min-w-0">{TITLES[stale.what]({ count: stale.missed })}</p>
      </div>
      <Button size="sm" className="max-sm:ms-auto" onClick={onAgain}>
        {stale.what === "refused"
          ? m.conversations_came_back_send()
          : stale.what === "reply"
            ? m.conversations_stale_send()
            : m.conversations_stale_again()}
      </Button>
      {stale.missed > 0 && (
        <Button size="sm" variant="primary" onClick={review}>
          {m.conversations_stale_review()}
        </Button>
      )}
    </div>
  );
}
