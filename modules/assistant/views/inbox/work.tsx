// The end of a thread while the assistant works on an answer: what it does, what the model has written so far, and Stop.
import { call } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { assistantWork } from "#modules/inbox/views";
import { CircleStop, Sparkles } from "lucide-react";
import { useState } from "react";
import { stopRound } from "../../contract.ts";
import { readableDraft } from "./readable-draft.ts";

const SAYS: Readonly<Record<string, () => string>> = { generating: m.assistant_work_writing, checking: m.assistant_work_checking };

export function AssistantWork({ projectId, conversationId, working: { roundId, state, text } }: PropsOf<typeof assistantWork>) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [stopped, setStopped] = useState<string>();
  // The frame that says so may be lost.
  if (stopped === roundId) return null;

  async function stop(): Promise<void> {
    setBusy(true);
    try {
      await call(stopRound, { params: { projectId, conversationId }, body: {} });
      setStopped(roundId);
      toast({ title: m.assistant_did_stop(), body: m.assistant_did_stop_body(), tone: "ok" });
    } catch (cause) {
      toast({ title: m.assistant_not_stopped(), body: messageOf(cause), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  const draft = readableDraft(text);
  return (
    <li className="mt-4 flex flex-row-reverse gap-2.5">
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-ai-soft text-ai-text">
        <Sparkles className="size-3.5 motion-safe:animate-pulse" aria-hidden />
      </span>
      <div className="grid min-w-0 max-w-[min(560px,82%)] grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg rounded-ee-xs border border-dashed border-line-strong px-3.5 py-2">
        <div className="flex items-center gap-3">
          <p role="status" className="flex-1 text-xs text-muted">
            {(SAYS[state] ?? m.assistant_work_looking)()}
          </p>
          <Button size="sm" variant="ghost" icon={CircleStop} busy={busy} aria-label={m.assistant_stop_label()} onClick={() => void stop()}>
            {m.assistant_stop()}
          </Button>
        </div>
        {draft !== "" && (
          // It changes several times a second, and is only a draft: the message is announced when it is there.
          <div aria-live="off" className="grid gap-1 pb-1">
            <p dir="auto" className="text-muted wrap-anywhere">
              {draft}
            </p>
            <p className="text-2xs text-faint">{m.assistant_work_draft()}</p>
          </div>
        )}
      </div>
    </li>
  );
}
