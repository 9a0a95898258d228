// What the server holds of an open conversation: the member's own reply, and who else is about to answer.
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { clockText } from "#dashboard/ui/dates.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { readPendingReplies } from "#modules/undo-send/contract";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { adoptPending } from "../actions/hold.ts";
// Shown with the first reply that is held.
import "./held-line.tsx";
import ScheduledReply from "./scheduled-reply.tsx";
import type { ThreadContext } from "#modules/live-inbox/views";

export default function PendingReplies({ context, last }: { context: ThreadContext; last: number }) {
  const { projectId, conversationId } = context;
  const { data } = useRouteQuery(readPendingReplies, { params: { projectId, conversationId } as never }, { staleTime: 0 });
  const own = data?.own ?? null;
  const navigate = useNavigate();
  const open = (): void => void navigate({ to: threadPath(projectId, conversationId) });
  const adopt = useEffectEvent(() => adoptPending(context, own, last, open));
  useEffect(() => adopt(), [own]);
  const members = useProject().members;
  const nameOf = (accountId: string): string =>
    members.find((member) => member.accountId === accountId)?.name ?? m.conversations_former_member();
  const others = data?.others ?? [];
  const names = others.filter(({ sendAt }) => sendAt === undefined).map(({ accountId }) => nameOf(accountId));
  const later = others.flatMap(({ accountId, sendAt }) => (sendAt === undefined ? [] : [{ accountId, sendAt }]));
  return (
    <>
      {later.map(({ accountId, sendAt }) => (
        <p key={accountId} className="mx-auto max-w-[720px] truncate px-1 pb-1 text-xs text-muted">
          {m.conversations_others_scheduled({ name: nameOf(accountId), time: clockText(sendAt) })}
        </p>
      ))}
      {data?.scheduled && <ScheduledReply key={data.scheduled.clientId} context={context} pending={data.scheduled} />}
      <p
        role="status"
        className={names.length > 0 ? "mx-auto max-w-[720px] truncate px-1 pb-1 text-xs font-medium text-warn-text" : "sr-only"}
      >
        {names.length > 0 && m.conversations_others_sending({ names: names.join(", "), count: names.length })}
      </p>
    </>
  );
}
