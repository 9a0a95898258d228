// Settings section that lists the account's active sessions.
import { Laptop } from "lucide-react";
import { useState } from "react";
import { refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay, RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { endOtherSessions, endSession, listSessions, type SessionView } from "../contract.ts";

/** Each session can be ended alone, all others together. */
export function SessionsSection() {
  const { data, error, refetch } = useRouteQuery(listSessions, {});
  const [asking, setAsking] = useState(false);
  const endOthers = useRouteMutation(endOtherSessions, {
    suppressToast: true,
    invalidates: [listSessions],
    done: ({ endedSessions }) => {
      setAsking(false);
      toast({ tone: "ok", title: m.accounts_sessions_ended({ count: endedSessions }) });
    },
  });
  const others = data?.items.filter((each) => !each.current).length ?? 0;
  return (
    <Section
      title={m.accounts_sessions()}
      lead={m.accounts_sessions_lead()}
      actions={others > 0 && <Button onClick={() => setAsking(true)}>{m.accounts_sessions_end_others()}</Button>}
    >
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <div className="grid gap-3">
              <Bar className="h-10 w-full" />
              <Bar className="h-10 w-full" />
            </div>
          </Skeleton>
        )
      ) : (
        <ul className="-mt-1 grid">
          {data.items.map((each) => (
            <SessionRow key={each.id} session={each} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => endOthers.mutate({ body: {} })}
        title={m.accounts_sessions_end_title()}
        body={m.accounts_sessions_end_body()}
        action={m.accounts_sessions_end_others()}
        busy={endOthers.isPending}
        error={refusalOf(endOthers.error)}
      />
    </Section>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const end = useRouteMutation(endSession, {
    invalidates: [listSessions],
    done: () => toast({ tone: "ok", title: m.accounts_session_ended() }),
  });
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Laptop className="size-5 shrink-0 text-faint" strokeWidth={1.5} aria-hidden />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{session.device}</span>
        <span className="text-xs text-muted">
          {m.accounts_session_since({ day: formatDay(session.createdAt) })} · {m.accounts_session_used()}{" "}
          <RelativeTime at={session.lastUsedAt} />
        </span>
      </span>
      {session.current ? (
        <Chip tone="ok">{m.accounts_session_this()}</Chip>
      ) : (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={m.accounts_session_end_of({ device: session.device })}
          onClick={() => end.mutate({ params: { sessionId: session.id } })}
        >
          {m.accounts_session_end()}
        </Button>
      )}
    </li>
  );
}
