// Where members find work that waits for them: a line above the list of the inbox, and a command of the palette.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import type { listNote } from "#modules/inbox/views";
import { Link, useRouter } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { countWaitingWork, waitingWorkPath } from "../contract.ts";

export function WaitingNote({ projectId }: PropsOf<typeof listNote>) {
  const { data } = useRouteQuery(countWaitingWork, { params: { projectId } as never });
  if (!data || data.count === 0) return null;
  return (
    <Link
      to={waitingWorkPath(projectId) as never}
      className="mx-2 mb-1 flex min-h-8 items-center gap-2 rounded-sm px-2.5 py-1 text-xs text-warn-text hover:bg-hover"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {m.delegated_work_waiting_count({ count: data.count })}
    </Link>
  );
}

export function WaitingCommand({ projectId }: { projectId: string }) {
  const router = useRouter();
  useCommand(() => void router.navigate({ to: waitingWorkPath(projectId) }), {
    label: m.delegated_work_waiting(),
    group: m.dashboard_keys_everywhere(),
  });
  return null;
}
