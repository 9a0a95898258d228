// Shared layout of both mail logs: filter by state, empty state, older entries.
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import type { Icon } from "#dashboard/ui/icon.ts";
import { ProblemState, messageOf } from "#dashboard/ui/problem.tsx";
import { useSettled } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode, RefObject } from "react";

interface LogFrameProps {
  readonly title: string;
  readonly path: string;
  readonly states: readonly { readonly value: string; readonly label: string }[];
  readonly state: string | undefined;
  readonly log: {
    readonly isPending: boolean;
    readonly isFetchNextPageError: boolean;
    readonly isFetchingNextPage: boolean;
    readonly hasNextPage: boolean;
    readonly error: unknown;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  readonly empty: { readonly icon: Icon; readonly title: string; readonly body: string };
  /** The list as a whole, which takes the focus when the button of an action disappears. */
  readonly box?: RefObject<HTMLElement | null>;
  readonly children: readonly ReactNode[];
}

/** The state filter from the URL; undefined when it is missing or unknown. */
export function useChosen<S extends string>(states: readonly S[]): S | undefined {
  const { state } = useSearch({ strict: false }) as { state?: string };
  return states.find((each) => each === state);
}

export function LogFrame({ title, path, states, state, log, empty, box, children }: LogFrameProps) {
  const navigate = useNavigate();
  const settled = useSettled(log.isPending);
  const choose = (next: string): void => void navigate({ to: path, search: { state: next } as never, replace: true });
  return (
    <section ref={box} tabIndex={-1} aria-label={title} className="grid grid-cols-1 gap-4 outline-none">
      <Field label={m.email_log_state()} className="max-w-60">
        <Select value={state ?? ""} onChange={choose} options={[{ value: "", label: m.email_log_all() }, ...states]} />
      </Field>
      {!settled || log.isPending ? (
        <SectionsPending />
      ) : log.error && children.length === 0 ? (
        <ProblemState error={log.error} onRetry={() => void log.refetch()} />
      ) : children.length === 0 ? (
        state === undefined ? (
          <EmptyState {...empty} />
        ) : (
          <EmptyState
            icon={empty.icon}
            title={m.email_log_none()}
            body={m.email_log_none_body()}
            action={<Button onClick={() => choose("")}>{m.email_log_show_all()}</Button>}
          />
        )
      ) : (
        <>
          <ul className="overflow-hidden rounded-lg border border-line">{children}</ul>
          {log.isFetchNextPageError && (
            <p role="alert" className="text-center text-bad-text">
              {m.email_log_more_failed({ why: messageOf(log.error) })}
            </p>
          )}
          {log.hasNextPage && (
            <div className="grid place-items-center">
              <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                {m.email_log_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
