// Says that the live line is down, once that is more than a hiccup.
import { m } from "#messages";
import { CloudOff } from "lucide-react";
import { useLive } from "./live/live.ts";

const FAILURES = 3;

export function ConnectionBanner({ projectId, me }: { projectId: string; me: string }) {
  const down = useLive(projectId, me, (state) => state.status.kind !== "ended" && state.status.failures >= FAILURES);
  return (
    <div role="status">
      {down && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-xs font-medium text-warn-text">
          <CloudOff className="size-3.5 shrink-0" aria-hidden />
          {m.conversations_reconnecting()}
        </p>
      )}
    </div>
  );
}
