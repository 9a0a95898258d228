// In the details of a conversation: the issues that it is linked with. Projects that are not connected see nothing of it.
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { type PropsOf, Slot } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { conversationPanel } from "#modules/inbox/views";
import { Link2, TriangleAlert, Unlink } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { type LinkedIssue, linkIssue, listLinkedIssues, readCodeHosting, unlinkIssue } from "../contract.ts";
import { CONNECTION_STAYS } from "./connection.ts";
import { placeName, StateIcon, stateName } from "./issue-words.ts";
import { issuesPanelAction } from "./panel-slot.ts";
import { TellCustomer } from "./tell/tell-customer.tsx";

const LinkDialog = lazy(() => import("./link-dialog.tsx"));

export default function IssuesPanel({ projectId, row }: PropsOf<typeof conversationPanel>) {
  const { data } = useRouteQuery(readCodeHosting, { params: { projectId } as never }, { staleTime: CONNECTION_STAYS });
  // Without a connection there may still be links of before; nobody could follow them.
  return data && data.connection !== null ? (
    <Issues key={row.id} projectId={projectId} conversationId={row.id} isActive={row.contact.state === "active"} />
  ) : null;
}

interface Of {
  readonly projectId: string;
  readonly conversationId: string;
}
function Issues({ isActive, ...of }: Of & { readonly isActive: boolean }) {
  const title = useId();
  const toast = useToast();
  const params = { ...of } as never;
  const { data, error, refetch } = useRouteQuery(listLinkedIssues, { params });
  const [linking, setLinking] = useState(false);
  const link = useRouteMutation(linkIssue, { invalidates: [listLinkedIssues] });
  const unlink = useRouteMutation(unlinkIssue, { suppressToast: true, invalidates: [listLinkedIssues] });

  function remove(issue: LinkedIssue): void {
    const { queryKey } = reading(listLinkedIssues, { params });
    const was = queryClient.getQueryData<typeof data>(queryKey);
    queryClient.setQueryData<typeof data>(queryKey, (held) => held && { items: held.items.filter(({ id }) => id !== issue.id) });
    unlink.mutate(
      { params: { ...of, issueId: issue.id } as never, body: { clientId: crypto.randomUUID() } },
      {
        onSuccess: () =>
          toast({
            ...{ title: m.code_hosting_did_unlink({ issue: placeName(issue) }), tone: "ok" },
            undo: () => link.mutate({ params, body: { clientId: crypto.randomUUID(), issue: placeName(issue) } }),
          }),
        onError(cause) {
          queryClient.setQueryData(queryKey, was);
          toast({ title: m.code_hosting_unlink_failed(), body: messageOf(cause), tone: "bad" });
        },
      },
    );
  }
  return (
    <section aria-labelledby={title} className="border-t border-line pt-3">
      <div className="mb-1.5 flex min-h-7 items-center gap-2">
        <h2 id={title} className="flex-1 text-xs font-semibold text-muted">
          {m.code_hosting_panel()}
        </h2>
        <IconButton label={m.code_hosting_link()} icon={Link2} aria-haspopup="dialog" onClick={() => setLinking(true)} />
        <Slot of={issuesPanelAction} {...of} isActive={isActive} />
      </div>
      {!data ? (
        error ? (
          <p role="alert" className="flex items-center gap-2 text-muted">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-10 w-full" />
        )
      ) : data.items.length === 0 ? (
        <p className="text-muted">{m.code_hosting_none()}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {data.items.map((issue) => (
            <Issue key={issue.id} of={of} issue={issue} onUnlink={() => remove(issue)} />
          ))}
        </ul>
      )}
      {linking && (
        <Suspense>
          <LinkDialog {...of} linked={data?.items ?? []} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Issue({ of, issue, onUnlink }: { of: Of; issue: LinkedIssue; onUnlink(): void }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      <StateIcon issue={issue} />
      <div className="min-w-0 flex-1">
        <a dir="auto" href={issue.url} target="_blank" rel="noreferrer" className="block wrap-anywhere hover:underline">
          {issue.title}
        </a>
        <p className="text-xs text-muted wrap-anywhere">
          {placeName(issue)} · {stateName(issue)}
          {issue.release && (
            <>
              {" · "}
              <a href={issue.release.url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
                {m.code_hosting_released({ tag: issue.release.tag })}
              </a>
            </>
          )}
        </p>
        {issue.fault !== null && (
          <p className="mt-0.5 flex items-start gap-1 text-xs text-warn-text">
            <TriangleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{FAULTS[issue.fault](issue)}</span>
          </p>
        )}
        {issue.state === "closed" && <TellCustomer key={of.conversationId} {...of} issue={issue} />}
      </div>
      <IconButton label={m.code_hosting_unlink({ issue: placeName(issue) })} icon={Unlink} onClick={onUnlink} />
    </li>
  );
}

const FAULTS: Record<NonNullable<LinkedIssue["fault"]>, (issue: LinkedIssue) => string> = {
  withdrawn: m.code_hosting_stale_withdrawn,
  unauthorized: m.code_hosting_stale_unauthorized,
  sso: m.code_hosting_stale_sso,
  suspended: m.code_hosting_stale_suspended,
  forbidden: m.code_hosting_stale_forbidden,
  missing: m.code_hosting_stale_missing,
  gone: m.code_hosting_stale_gone,
  limited: m.code_hosting_stale_later,
  invalid: m.code_hosting_stale_later,
  unavailable: m.code_hosting_stale_later,
  changed: m.code_hosting_stale_later,
  moved: ({ repository }) => m.code_hosting_stale_moved({ repository }),
};
