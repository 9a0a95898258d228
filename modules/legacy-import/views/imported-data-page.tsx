// Settings page of imported data: work at providers that an owner has to reconcile, and what the older installation paid for models.
import { locale } from "#dashboard/locale.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { HoldRow } from "./hold-row.tsx";
import { holdsQuery } from "./queries.ts";

/** Others see why not, and nothing is asked for them. */
export default function ImportedDataPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.legacy_import_title()} lead={m.legacy_import_lead()}>
      {mayI("owner") ? <Holds key={projectId} projectId={projectId} /> : <Forbidden message={m.legacy_import_forbidden()} />}
    </Page>
  );
}

function Holds({ projectId }: { projectId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(holdsQuery(projectId));
  if (!data && error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  const holds = data?.pages.flatMap((page) => page.items) ?? [];
  const spent = data?.pages[0]?.spent;
  return (
    <>
      <Section title={m.legacy_import_holds()} lead={m.legacy_import_holds_lead()}>
        {!data ? (
          <Skeleton className="h-12 w-full" />
        ) : holds.length === 0 ? (
          <p className="text-muted">{m.legacy_import_empty()}</p>
        ) : (
          <ul className="-mt-1 grid">
            {holds.map((hold) => (
              <HoldRow key={hold.id} projectId={projectId} hold={hold} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.legacy_import_more()}
          </Button>
        )}
      </Section>
      {spent && (
        <Section title={m.legacy_import_spent()} lead={m.legacy_import_spent_lead()}>
          <p>
            {m.legacy_import_spent_body({
              amount: new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).format(spent.costUsd),
              calls: new Intl.NumberFormat(locale).format(spent.calls),
              since: spent.since,
              until: spent.until,
            })}
          </p>
        </Section>
      )}
    </>
  );
}
