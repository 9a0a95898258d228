// Below a message that waits for a connection: what can be done with it until it is sent.
import { call } from "#dashboard/api.ts";
import { m } from "#messages";
import { Clock } from "lucide-react";
import { undoReply } from "#modules/undo-send/contract";
import { discard, paramsOf } from "../actions/actions.ts";
import { editWaiting, takeBack } from "../actions/deliver-waiting.ts";
import type { Outgoing, ThreadContext } from "#modules/live-inbox/views";

const ACTION =
  "min-h-6 max-lg:min-h-10 rounded-xs px-1 font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current";

export function WaitingLine({ context, out }: { context: ThreadContext; out: Outgoing }) {
  const remove = async (): Promise<void> => {
    const taken = await takeBack(context, out.clientId);
    if (!taken) return;
    // If it has arrived, the server may still hold it for the time in which it can be taken back: then it is a draft again.
    if (taken.attempted && taken.kind === "reply")
      await call(undoReply, { params: paramsOf(context), body: { clientId: taken.clientId } }).catch(() => undefined);
    discard(context, taken);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1.5 text-xs text-muted">
      <span role="status" className="flex items-center gap-1.5">
        <Clock className="size-3.5 shrink-0" aria-hidden />
        {out.attempted ? m.conversations_waiting_attempted() : m.conversations_waiting_connection()}
      </span>
      {out.unstored && <span className="basis-full text-end text-warn-text">{m.conversations_waiting_unstored()}</span>}
      {/* One that may have arrived must not get a new id: it could be stored twice. It can be given up. */}
      {!out.attempted && (
        <button type="button" className={ACTION} onClick={() => void editWaiting(context, out)}>
          {m.conversations_waiting_edit()}
        </button>
      )}
      <button type="button" className={ACTION} onClick={() => void remove()}>
        {m.conversations_waiting_delete()}
      </button>
    </div>
  );
}
