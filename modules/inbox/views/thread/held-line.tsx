// Below a message that is not sent yet: of a reply that can still be taken back for how long, and what can be done with it.
import { prettyKeys } from "#dashboard/keys.ts";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { sendHeld, undoHeld } from "../actions/hold.ts";
import type { Outgoing, ThreadContext } from "#modules/live-inbox/views";
import { WaitingLine } from "./waiting-line.tsx";

const ACTION =
  "min-h-6 max-lg:min-h-10 rounded-xs px-1 font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current";

interface LineProps {
  readonly context: ThreadContext;
  readonly out: Outgoing;
}
export default function UnsentLine({ context, out }: LineProps) {
  return out.state === "waiting" ? <WaitingLine context={context} out={out} /> : <HeldLine out={out} />;
}

function HeldLine({ out }: Pick<LineProps, "out">) {
  const left = useSecondsLeft(out.dueAt ?? 0);
  const undo = (): void => void undoHeld(out.clientId);
  useShortcut("$mod+z", undo, { label: m.conversations_key_undo(), group: m.conversations_keys_thread() });
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1.5 text-xs text-muted">
      {/* Said once: a screen reader is not to count along. */}
      <span role="status" className="sr-only">
        {m.conversations_held_said({ keys: prettyKeys("$mod+z") })}
      </span>
      <span aria-hidden className="flex items-center gap-1.5 tabular-nums">
        <Clock className="size-3.5 shrink-0" aria-hidden />
        {m.conversations_held({ seconds: left })}
      </span>
      <button type="button" className={ACTION} title={prettyKeys("$mod+z")} onClick={undo}>
        {m.conversations_undo_send()}
      </button>
      <button type="button" className={ACTION} onClick={() => void sendHeld(out.clientId)}>
        {m.conversations_send_now()}
      </button>
    </div>
  );
}

function useSecondsLeft(dueAt: number): number {
  const leftNow = (): number => Math.max(0, Math.ceil((dueAt - Date.now()) / 1000));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((dueAt - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [dueAt]);
  return left;
}
