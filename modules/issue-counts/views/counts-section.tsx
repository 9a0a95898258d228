// In the settings of code hosting: whether the number of an issue's customers is kept at GitHub, and how that goes.
import { queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useState } from "react";
import { changeIssueCounts, type CountMode, type IssueCounts, MAX_COUNTED, readIssueCounts } from "../contract.ts";

/** Milliseconds: what waits is worked off by the minute. */
const LOOKS = 20_000;
const MODES: Record<CountMode, () => string> = {
  nothing: m.issue_counts_nothing,
  comment: m.issue_counts_comment,
  label: m.issue_counts_label,
};

export default function CountsSection({ projectId }: { projectId: string }) {
  const params = { projectId } as never;
  const toast = useToast();
  const [asked, setAsked] = useState<CountMode>();
  const { data, error, refetch } = useRouteQuery(readIssueCounts, { params }, { every: LOOKS });
  const change = useRouteMutation(changeIssueCounts, {
    suppressToast: true,
    done(now) {
      queryClient.setQueryData(reading(readIssueCounts, { params }).queryKey, now);
      setAsked(undefined);
      toast({ title: now.mode === "nothing" ? m.issue_counts_did_stop() : m.issue_counts_did_begin(), tone: "ok" });
    },
  });
  return (
    <Section title={m.issue_counts_title()} lead={m.issue_counts_lead()}>
      {!data ? (
        error ? (
          <p role="alert" className="flex items-center gap-2 text-bad-text">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-16 w-full" />
        )
      ) : (
        <>
          <Field label={m.issue_counts_field()} hint={data.mode === "label" ? m.issue_counts_label_hint() : undefined}>
            <Select
              value={data.mode}
              options={(["nothing", "comment", "label"] as const).map((mode) => ({ value: mode, label: MODES[mode]() }))}
              onChange={(mode) => {
                change.reset();
                if (mode !== data.mode) setAsked(mode as CountMode);
              }}
            />
          </Field>
          <State counts={data} />
          <ConfirmDialog
            open={asked !== undefined}
            onClose={() => setAsked(undefined)}
            onConfirm={() => asked && change.mutate({ params, body: { mode: asked } })}
            title={asked === "nothing" ? m.issue_counts_stop_title() : m.issue_counts_begin_title()}
            body={
              asked === "nothing"
                ? m.issue_counts_stop_body()
                : asked === "comment"
                  ? `${m.issue_counts_begin_body()} ${m.issue_counts_begin_address()}`
                  : m.issue_counts_begin_body()
            }
            action={asked === "nothing" ? m.issue_counts_stop() : m.issue_counts_begin()}
            tone={asked === "nothing" ? "danger" : "primary"}
            busy={change.isPending}
            error={refusalOf(change.error)}
          />
        </>
      )}
    </Section>
  );
}

function State({ counts: { mode, isGathering, waiting, refused, examples } }: { counts: IssueCounts }) {
  return (
    <div role="status" className="mt-3 grid gap-1 text-sm text-muted">
      {waiting > 0 && <p>{waiting >= MAX_COUNTED ? m.issue_counts_waiting_many() : m.issue_counts_waiting({ count: waiting })}</p>}
      {isGathering && <p>{mode === "nothing" ? m.issue_counts_gathering_to_remove() : m.issue_counts_gathering()}</p>}
      {!isGathering && waiting === 0 && refused === 0 && mode !== "nothing" && <p>{m.issue_counts_current()}</p>}
      {refused > 0 && (
        <>
          <p>{refused >= MAX_COUNTED ? m.issue_counts_refused_many() : m.issue_counts_refused({ count: refused })}</p>
          <ul className="list-disc ps-5">
            {examples.map((place) => (
              <li key={place} className="wrap-anywhere">
                {place}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
