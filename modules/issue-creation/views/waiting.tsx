// While an issue is being created, or is looked for because GitHub's answer was lost.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useEffect, useEffectEvent } from "react";
import { type IssueCreation, readIssueDraft } from "../contract.ts";
import type { CreateProps } from "./create-props.ts";
import { WAITS } from "./failures.ts";
import { isOpen } from "./remember.ts";
import { didCreate } from "./preview.tsx";

interface WaitingProps extends CreateProps {
  readonly creation: IssueCreation;
  onSettled(creation: IssueCreation): void;
}
/** Milliseconds: an answer comes by the socket too. */
const LOOK_EVERY = 5000;

export function Waiting({ projectId, conversationId, creation, onSettled, onClose }: WaitingProps) {
  const toast = useToast();
  const { id: me } = useMe();
  const args = { params: { projectId, conversationId } as never };
  const { data } = useRouteQuery(readIssueDraft, args, { staleTime: 0, every: LOOK_EVERY });
  const now = data?.creation ?? creation;
  const settled = useEffectEvent((latest: IssueCreation) => {
    if (isOpen(latest)) return;
    if (latest.state === "created") {
      didCreate(toast, args.params, latest, latest.accountId === me);
      onClose();
      return;
    }
    void queryClient.invalidateQueries({ queryKey: reading(readIssueDraft, args).queryKey });
    onSettled(latest);
  });
  // What was read before the creation began says nothing about it.
  const isNewer = data?.creation !== null && data?.creation !== undefined && data.creation.createdAt >= creation.createdAt;
  useEffect(() => {
    if (isNewer) settled(now);
  }, [isNewer, now]);
  const waits = now.fault === null ? undefined : WAITS[now.fault]?.();
  return (
    <div className="grid gap-4">
      <p role="status" className="flex items-start gap-2.5">
        <Spinner />
        <span>
          {now.state === "looking"
            ? m.issue_creation_looking({ repository: now.repository })
            : m.issue_creation_sending({ repository: now.repository })}
        </span>
      </p>
      {now.state === "looking" && (waits !== undefined || now.nextAt !== null) && (
        <div role="status" className="grid gap-1 rounded-md bg-subtle px-3 py-2 text-sm">
          {waits !== undefined && <p>{waits}</p>}
          {now.nextAt !== null && <p className="text-muted">{m.issue_creation_next({ time: formatTime(now.nextAt) })}</p>}
        </div>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose} data-first-focus>
          {m.dashboard_close()}
        </Button>
      </div>
    </div>
  );
}
