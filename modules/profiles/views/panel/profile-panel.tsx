// What is known of a contact, with its sources, and what can be done with it.
import { queryClient, reading, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { ageInWords } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Plus, RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import { addStatement, type Profile, readProfile, type Statement, updateProfile } from "../../contract.ts";
import { StatementForm } from "./statement-form.tsx";
import { StatementItem } from "./statement-item.tsx";

interface Of {
  readonly projectId: string;
  readonly contactId: string;
}
const WHILE_RUNNING = 3000;

export default function ProfilePanel({ projectId, contactId }: Of) {
  const title = useId();
  const params = { projectId, contactId };
  const { data, error, refetch } = useQuery({
    ...reading(readProfile, { params }),
    refetchInterval: ({ state }) => (state.data?.running === true ? WHILE_RUNNING : false),
  });
  const [adding, setAdding] = useState(false);
  const { queryKey } = reading(readProfile, { params });
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const update = useRouteMutation(updateProfile, {
    suppressToast: true,
    done: ({ profile }) => {
      setClientId(crypto.randomUUID());
      queryClient.setQueryData(queryKey, profile);
    },
  });
  const add = useRouteMutation(addStatement, { suppressToast: true, invalidates: [readProfile], done: () => setAdding(false) });
  const replace = (id: string, by?: Statement): void =>
    void queryClient.setQueryData<Profile>(
      queryKey,
      (held) => held && { ...held, statements: held.statements.flatMap((one) => (one.id === id ? (by ? [by] : []) : [one])) },
    );
  const busy = update.isPending || data?.running === true;
  return (
    <section aria-labelledby={title} className="border-t border-line pt-2">
      <div className="mb-1 flex min-h-7 items-center gap-0.5">
        <h2 id={title} className="flex-1 text-xs font-semibold text-muted">
          {m.profiles_panel()}
        </h2>
        {data?.on && (
          <>
            <IconButton label={m.profiles_add()} icon={Plus} aria-expanded={adding} onClick={() => setAdding(!adding)} />
            <IconButton
              label={m.profiles_update()}
              icon={RefreshCw}
              aria-busy={busy || undefined}
              disabled={data.obstacle !== null}
              className={busy ? "[&>svg]:animate-spin" : ""}
              onClick={() => busy || update.mutate({ params, body: { clientId } })}
            />
          </>
        )}
      </div>
      {!data ? (
        error ? (
          <NotRead error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <div className="grid gap-2.5">
              <Bar className="h-4 w-full" />
              <Bar className="h-3 w-24" />
              <Bar className="h-4 w-4/5" />
              <Bar className="h-3 w-24" />
            </div>
          </Skeleton>
        )
      ) : (
        <>
          <Notices profile={data} busy={busy} update={update} />
          {adding && data.on && (
            <StatementForm
              action={m.profiles_save_new()}
              busy={add.isPending}
              error={add.error}
              onCancel={() => setAdding(false)}
              onSave={(body) => add.mutate({ params, body })}
            />
          )}
          {data.statements.length === 0 ? (
            !adding && (
              <p className="text-muted">
                {m.profiles_empty()} {data.on && m.profiles_empty_more()}
              </p>
            )
          ) : (
            <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
              {data.statements.map((statement) => (
                <StatementItem key={statement.id} params={params} statement={statement} onReplace={replace} mayAdd={data.on} />
              ))}
            </ul>
          )}
          <LastRun profile={data} />
        </>
      )}
    </section>
  );
}

const NotRead = ({ error, onRetry }: { error: unknown; onRetry(): void }) => (
  <div role="alert" className="grid justify-items-start gap-2">
    <p className="text-muted">
      {m.profiles_not_read()} {messageOf(error)}
    </p>
    <Button size="sm" onClick={onRetry}>
      {m.dashboard_retry()}
    </Button>
  </div>
);

interface NoticesProps {
  readonly profile: Profile;
  readonly busy: boolean;
  readonly update: {
    readonly error: Error | null;
    readonly data: { readonly outcome: string; readonly problem: string | null; readonly profile: Profile } | undefined;
  };
}
/** What is, and what the last click on “Update now” led to. */
function Notices({ profile, busy, update: { error, data } }: NoticesProps) {
  const bad = busy ? undefined : ((error && refusalOf(error)) ?? data?.problem ?? undefined);
  const added = data?.profile.lastRun?.added ?? 0;
  const said = busy
    ? m.profiles_updating()
    : error || !data || data.outcome === "failed"
      ? undefined
      : data.outcome === "nothing_new"
        ? m.profiles_nothing_new()
        : added === 0
          ? m.profiles_updated_none()
          : m.profiles_updated({ count: added });
  return (
    <>
      {!profile.on && <p className="mb-1.5 rounded-md bg-subtle px-2.5 py-1.5 text-xs text-muted">{m.profiles_is_off()}</p>}
      {profile.obstacle !== null && (
        <p className="mb-1.5 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn-text">
          {m.profiles_obstacle({ why: profile.obstacle })}
        </p>
      )}
      <p role="status" className="text-xs text-muted not-empty:mb-1.5">
        {said}
      </p>
      {bad && (
        <p role="alert" className="mb-1.5 rounded-md bg-bad-soft px-2.5 py-1.5 text-xs text-bad-text">
          {bad}
        </p>
      )}
    </>
  );
}

function LastRun({ profile: { lastRun } }: { profile: Profile }) {
  if (lastRun === null || lastRun.outcome === null) return null;
  const age = ageInWords(lastRun.at);
  const line =
    lastRun.outcome === "done"
      ? m.profiles_last({ age })
      : lastRun.outcome === "failed"
        ? m.profiles_last_failed({ age })
        : m.profiles_last_skipped({ age });
  return (
    <p className="mt-1.5 text-2xs text-muted">
      {line}
      {lastRun.dropped > 0 && ` · ${m.profiles_last_dropped({ count: lastRun.dropped })}`}
    </p>
  );
}
