// Says that the live connection is down for longer than a moment, or paused because too many tabs are open. The shell itself says when
// there is no network.
import { useOnline } from "#dashboard/online.ts";
import { ConnectionNotice } from "#dashboard/ui/connection-notice.tsx";
import { m } from "#messages";
import { CloudOff } from "lucide-react";
import { useLive } from "#modules/live-inbox/views";

const FAILURES = 3;

export function ConnectionBanner({ projectId, me }: { projectId: string; me: string }) {
  const online = useOnline();
  const down = useLive(projectId, me, (state) => state.status.kind !== "ended" && state.status.failures >= FAILURES);
  const paused = useLive(projectId, me, (state) => state.status.kind === "paused");
  const says = paused ? m.conversations_paused() : down && m.conversations_reconnecting();
  return (
    <ConnectionNotice icon={CloudOff} lasting={online && paused}>
      {online && says}
    </ConnectionNotice>
  );
}
