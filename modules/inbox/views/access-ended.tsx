// Shown when the server has closed the live connection for good: the reason, and where to go from here.
import { buttonLink, EmptyState } from "#dashboard/ui/empty.tsx";
import { m } from "#messages";
import { DoorClosed } from "lucide-react";
import type { ClosedReason } from "#modules/live-updates/contract";

export function AccessEnded({ reason }: { reason: ClosedReason }) {
  const deleted = reason === "project_deleted";
  return (
    <div className="flex h-full">
      <EmptyState
        icon={DoorClosed}
        title={deleted ? m.conversations_ended_deleted() : m.conversations_ended_membership()}
        body={deleted ? m.conversations_ended_deleted_body() : m.conversations_ended_membership_body()}
        action={
          // A full page load, so that nothing of this project stays in memory.
          <a href="/projects" className={buttonLink}>
            {m.conversations_to_projects()}
          </a>
        }
      />
    </div>
  );
}
