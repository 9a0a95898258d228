// Below the header of a merged conversation: where it goes on, and Undo for an hour.
import { useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { Merge } from "lucide-react";
import { readMerge } from "../contract.ts";
import { undo } from "./merge-actions.ts";

export default function Merged({ projectId, id, into }: { projectId: string; id: string; into: string }) {
  const me = useMe().id;
  const { data } = useRouteQuery(readMerge, { params: { projectId, conversationId: id } as never });
  return (
    <p className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-subtle px-2.5 py-1.5 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <Merge className="size-3.5 shrink-0 text-muted" aria-hidden />
        {m.conversation_merge_mark()}
      </span>
      {/* Merged once more since, it leads on at once to where it goes on. */}
      <Link to={threadPath(projectId, data?.merge?.into.id ?? into)} className="text-accent-text underline">
        {m.conversation_merge_open()}
      </Link>
      {data?.merge && data.merge.undoUntil !== null && (
        <Button size="sm" onClick={() => void undo({ projectId, me }, id)}>
          {m.conversation_merge_undo()}
        </Button>
      )}
    </p>
  );
}
