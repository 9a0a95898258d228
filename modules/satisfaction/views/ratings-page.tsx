// The page of ratings: how many of each score in the last days, the latest with their comments, and the file.
import { call, useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay, formatFull } from "#dashboard/ui/time.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Smile } from "lucide-react";
import { useState } from "react";
import {
  countRatings,
  exportRatings,
  listRatings,
  type SatisfactionRequest,
  satisfactionSettingsPath,
  type Score,
  SCORES,
} from "../contract.ts";
import { SCORE_LABELS, SCORE_TONES } from "./words.ts";

/** For every member. */
export default function RatingsPage() {
  const { id: projectId } = useProject();
  return <Ratings key={projectId} projectId={projectId} />;
}

function Ratings({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const [score, setScore] = useState<Score>();
  return (
    <Page
      title={m.satisfaction_title()}
      lead={m.satisfaction_lead()}
      actions={
        <a href={pathOf(exportRatings, { projectId })} download className={buttonClasses()}>
          <Download aria-hidden="true" className="size-4" />
          {m.satisfaction_export()}
        </a>
      }
    >
      <Section title={m.satisfaction_counts()}>
        <Counts projectId={projectId} />
      </Section>
      <Section title={m.satisfaction_latest()}>
        <Field label={m.satisfaction_filter()}>
          <Select
            value={String(score ?? "")}
            onChange={(value) => setScore(SCORES.find((one) => String(one) === value))}
            options={[
              { value: "", label: m.satisfaction_any() },
              ...SCORES.toReversed().map((one) => ({
                value: String(one),
                label: m.satisfaction_score_of({ score: one, label: SCORE_LABELS[one]() }),
              })),
            ]}
          />
        </Field>
        <Latest projectId={projectId} score={score} />
      </Section>
      {mayI("admin") && (
        <p>
          <Link to={satisfactionSettingsPath(projectId)} className="text-accent-text hover:underline">
            {m.satisfaction_settings_title()}
          </Link>
        </p>
      )}
    </Page>
  );
}

function Counts({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(countRatings, { params: { projectId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 w-full" />;
  const total = data.counts.reduce((a, b) => a + b, 0);
  if (total === 0) return <p className="text-muted">{m.satisfaction_counts_none()}</p>;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5">
        {SCORES.toReversed().map((score) => {
          const count = data.counts[score - 1] ?? 0;
          return (
            <div key={score} className="col-span-3 grid grid-cols-subgrid items-center">
              <dt>{m.satisfaction_score_of({ score, label: SCORE_LABELS[score]() })}</dt>
              <dd aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-hover">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * count) / total}%` }} />
              </dd>
              <dd className="tabular-nums">{m.satisfaction_count({ count, share: Math.round((100 * count) / total) })}</dd>
            </div>
          );
        })}
      </dl>
      {data.isCut && <p className="text-muted">{m.satisfaction_counts_cut()}</p>}
    </>
  );
}

function Latest({ projectId, score }: { projectId: string; score: Score | undefined }) {
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listRatings.name, projectId, score ?? 0],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listRatings, {
        params: { projectId } as never,
        query: { score: score === undefined ? undefined : String(score), cursor: pageParam } as never,
        signal,
      }),
  });
  if (error && !data) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Skeleton>
        {Array.from({ length: 6 }, (_, row) => (
          <Bar key={row} className="my-3 h-5 w-full" />
        ))}
      </Skeleton>
    );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <EmptyState icon={Smile} title={m.satisfaction_none()} body={m.satisfaction_none_body()} />;
  return (
    <>
      <ul className="grid grid-cols-1">
        {items.map((one) => (
          <Row key={one.id} projectId={projectId} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.satisfaction_more()}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({
  projectId,
  one: { conversationId, contact, score, comment, ratedAt, operator, imported },
}: {
  projectId: string;
  one: SatisfactionRequest;
}) {
  const name = contact.name ?? m.satisfaction_someone();
  return (
    <li className="grid gap-1 border-b border-line py-3 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {score !== null && <Chip tone={SCORE_TONES[score]}>{m.satisfaction_score_of({ score, label: SCORE_LABELS[score]() })}</Chip>}
        <Link to={threadPath(projectId, conversationId, "closed")} className="min-w-0 text-accent-text wrap-anywhere hover:underline">
          <bdi>{plain(name)}</bdi>
        </Link>
        {imported && <Chip>{m.satisfaction_imported()}</Chip>}
        <span className="text-xs text-muted">
          {ratedAt !== null && (
            <time dateTime={ratedAt} title={formatFull(ratedAt)}>
              {formatDay(ratedAt)}
            </time>
          )}
          {operator?.name && <> · {m.satisfaction_handled_by({ name: plain(operator.name) })}</>}
        </span>
      </span>
      {comment !== "" && (
        <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {plain(comment)}
        </span>
      )}
    </li>
  );
}
