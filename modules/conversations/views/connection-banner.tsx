// Says that the live line is down, once that is more than a hiccup.
import { m } from "#messages";
import { CloudOff } from "lucide-react";
import { useLive } from "./live/live.ts";

const FAILURES = 3;

interface BannerProps {
  readonly projectId: string;
  readonly me: string;
  /** At the lower end: where a list has its tabs below the header. */
  readonly low: boolean;
}

export function ConnectionBanner({ projectId, me, low }: BannerProps) {
  const down = useLive(projectId, me, (state) => state.status.kind !== "ended" && state.status.failures >= FAILURES);
  return (
    // Over the screen: nothing moves away under the pointer when the line goes and comes, and clicks go through.
    <div role="status" className={`pointer-events-none absolute inset-x-4 z-30 flex justify-center ${low ? "bottom-4" : "top-15"}`}>
      {down && (
        <p className="flex items-center gap-2 rounded-md bg-warn-soft px-4 py-1.5 text-xs font-medium text-warn-text shadow-2">
          <CloudOff className="size-3.5 shrink-0" aria-hidden />
          {m.conversations_reconnecting()}
        </p>
      )}
    </div>
  );
}
