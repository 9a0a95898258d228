// The list of addresses that get no outreach of the project, a look-up of one, and what members may change.
import { call, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay, formatFull } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { Email } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MailX, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { findSuppression, listSuppressions, outreachIdentityPath, REMOVABLE, removeSuppression, type Suppression } from "../contract.ts";
import { AddDialog } from "./add-dialog.tsx";
import { REASON_LABELS, REASON_TONES } from "./reasons.ts";

/** Every member sees and adds; owners and admins remove. */
export default function SuppressionsPage() {
  const { id: projectId } = useProject();
  return <Suppressions key={projectId} projectId={projectId} />;
}

function Suppressions({ projectId }: { projectId: string }) {
  const [typed, setTyped] = useState("");
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Suppression>();
  const q = useDebounced(typed.trim(), 300);
  const remove = useRouteMutation(removeSuppression, {
    invalidates: [listSuppressions, findSuppression],
    done: () => {
      setRemoving(undefined);
      toast({ tone: "ok", title: m.suppression_removed() });
    },
  });
  return (
    <Page
      title={m.suppression_title()}
      lead={m.suppression_lead()}
      actions={
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {m.suppression_add()}
        </Button>
      }
    >
      <Section title={m.suppression_list()} lead={m.suppression_list_lead()}>
        <SearchInput label={m.suppression_search()} value={typed} onType={setTyped} />
        {q === "" ? (
          <All projectId={projectId} onRemove={setRemoving} />
        ) : (
          <OfAddress projectId={projectId} address={q} onRemove={setRemoving} />
        )}
      </Section>
      <p>
        <Link to={outreachIdentityPath(projectId)} className="text-accent-text hover:underline">
          {m.suppression_identity_title()}
        </Link>
      </p>
      {adding && <AddDialog projectId={projectId} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate({ params: { projectId, suppressionId: removing.id } as never })}
        title={m.suppression_remove_title()}
        body={m.suppression_remove_body({ address: removing?.address ?? m.suppression_unknown() })}
        action={m.suppression_remove()}
        busy={remove.isPending}
      />
    </Page>
  );
}

interface RowsProps {
  readonly projectId: string;
  onRemove(one: Suppression): void;
}
const pending = (
  <Skeleton>
    {Array.from({ length: 6 }, (_, row) => (
      <Bar key={row} className="my-3 h-5 w-full" />
    ))}
  </Skeleton>
);

function All({ projectId, onRemove }: RowsProps) {
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listSuppressions.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listSuppressions, { params: { projectId } as never, query: { cursor: pageParam } as never, signal }),
  });
  if (error && !data) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (isPending) return pending;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <EmptyState icon={MailX} title={m.suppression_none()} body={m.suppression_none_body()} />;
  return (
    <>
      <Rows items={items} onRemove={onRemove} />
      {hasNextPage && (
        <div className="flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.suppression_more()}
          </Button>
        </div>
      )}
    </>
  );
}

function OfAddress({ projectId, address, onRemove }: RowsProps & { address: string }) {
  const whole = v.is(Email, address);
  const { data, error, refetch } = useQuery({
    queryKey: [findSuppression.name, projectId, address],
    queryFn: ({ signal }) => call(findSuppression, { params: { projectId } as never, query: { address } as never, signal }),
    enabled: whole,
  });
  if (!whole) return <p className="py-2 text-muted">{m.suppression_search_whole()}</p>;
  if (error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (!data) return pending;
  return (
    <>
      <p role="status" className="py-2">
        {data.mailable
          ? m.suppression_is_mailable()
          : data.items.length === 0
            ? m.suppression_not_mailable_elsewhere()
            : m.suppression_not_mailable()}
      </p>
      {data.items.length > 0 && <Rows items={data.items} onRemove={onRemove} />}
    </>
  );
}

function Rows({ items, onRemove }: { items: readonly Suppression[]; onRemove(one: Suppression): void }) {
  const { mayI, members } = useProject();
  const nameOf = (id: string): string | undefined => members.find(({ accountId }) => accountId === id)?.name;
  return (
    <ul className="grid grid-cols-1">
      {items.map((one) => {
        const by = one.addedBy === null ? undefined : nameOf(one.addedBy);
        const name = one.address ?? m.suppression_unknown();
        return (
          <li key={one.id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
            <span className="grid min-w-0 flex-1 basis-48">
              <bdi className={one.address === null ? "text-muted" : "wrap-anywhere"}>{plain(name)}</bdi>
              <span className="text-xs text-muted">
                <time dateTime={one.createdAt} title={formatFull(one.createdAt)}>
                  {formatDay(one.createdAt)}
                </time>
                {by !== undefined && <> · {m.suppression_by({ name: plain(by) })}</>}
              </span>
            </span>
            <Chip tone={REASON_TONES[one.reason]}>{REASON_LABELS[one.reason]()}</Chip>
            {REMOVABLE.includes(one.reason) && mayI("admin") ? (
              <IconButton label={m.suppression_remove_of({ address: name })} icon={Trash2} onClick={() => onRemove(one)} />
            ) : (
              <span className="size-8 max-sm:hidden" />
            )}
          </li>
        );
      })}
    </ul>
  );
}
