// Settings page of paired computers: the grants with their computers, how to pair another, and what has ended.
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { addressOf } from "#dashboard/address.ts";
import { call } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Laptop } from "lucide-react";
import { useState } from "react";
import { listDeviceGrants } from "../contract.ts";
import { CheckDownload, Commands } from "./commands.tsx";
import { GrantCard } from "./grant-card.tsx";

/** Members see their own, owners and admins everybody's. */
export default function PairedComputersPage() {
  const { id: projectId } = useProject();
  return (
    <Page
      title={m.paired_computers_title()}
      lead={m.paired_computers_page_lead()}
      actions={
        <Link to={addressOf("pair-computer", {}) ?? ""} className={buttonLink}>
          {m.paired_computers_enter_code()}
        </Link>
      }
    >
      <Current key={projectId} projectId={projectId} />
    </Page>
  );
}

type ListPage = AnswerOf<typeof listDeviceGrants>;
const useGrants = (projectId: string, ended: boolean) =>
  useInfiniteQuery<ListPage, Error, InfiniteData<ListPage>, readonly unknown[], string | undefined>({
    // While the page is open, computers are heard from.
    ...(ended ? {} : { refetchInterval: 30_000 }),
    queryKey: [listDeviceGrants.name, projectId, ended],
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listDeviceGrants, {
        params: { projectId },
        query: { ...(ended ? { ended: "1" as const } : {}), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
  });

function Current({ projectId }: { projectId: string }) {
  const list = useGrants(projectId, false);
  const grants = list.data?.pages.flatMap((page) => page.items);
  if (!grants && list.error) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!grants) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      {grants.length === 0 ? (
        <Section title={m.paired_computers_list()} lead={m.paired_computers_list_lead()}>
          <EmptyState icon={Laptop} title={m.paired_computers_empty()} body={m.paired_computers_empty_body()} />
          <Commands />
          <CheckDownload />
        </Section>
      ) : (
        <>
          <Section title={m.paired_computers_list()} lead={m.paired_computers_list_lead()}>
            <Cards projectId={projectId} list={list} />
          </Section>
          <Section title={m.paired_computers_add()} lead={m.paired_computers_add_body()}>
            <Commands />
            <CheckDownload />
          </Section>
        </>
      )}
      <History projectId={projectId} />
    </>
  );
}

function Cards({ projectId, list }: { projectId: string; list: ReturnType<typeof useGrants> }) {
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {list.data?.pages
          .flatMap((page) => page.items)
          .map((grant) => (
            <GrantCard key={grant.id} projectId={projectId} grant={grant} />
          ))}
      </ul>
      {list.hasNextPage && (
        <Button className="justify-self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {m.paired_computers_more()}
        </Button>
      )}
    </>
  );
}

/** Read when somebody asks for it. */
function History({ projectId }: { projectId: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Section
      title={m.paired_computers_history()}
      actions={!isShown && <Button onClick={() => setShown(true)}>{m.paired_computers_history_show()}</Button>}
    >
      {isShown && <Ended projectId={projectId} />}
    </Section>
  );
}
function Ended({ projectId }: { projectId: string }) {
  const list = useGrants(projectId, true);
  if (!list.data && list.error) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-20 w-full" />;
  return list.data.pages[0]?.items.length === 0 ? (
    <p className="text-muted">{m.paired_computers_history_empty()}</p>
  ) : (
    <Cards projectId={projectId} list={list} />
  );
}
