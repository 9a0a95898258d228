// Whose conversations are linked with an issue, and nobody has written to since it was closed or released: one step to each.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { listUntold, MAX_UNTOLD } from "../../contract.ts";
import { placeName } from "../issue-words.ts";
import { useTellCustomer } from "./use-tell-customer.ts";

interface Props {
  readonly projectId: string;
  readonly issueId: string;
  onClose(): void;
}
export default function UntoldDialog({ projectId, issueId, onClose }: Props) {
  const tell = useTellCustomer(projectId);
  const { data, error, refetch } = useRouteQuery(listUntold, { params: { projectId, issueId } as never }, { staleTime: 0 });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.code_hosting_untold_title()}
      body={data && m.code_hosting_untold_body({ issue: placeName(data.issue) })}
      footer={<Button onClick={onClose}>{m.dashboard_close()}</Button>}
    >
      {!data ? (
        error ? (
          <p role="alert" className="flex items-center gap-2 text-bad-text">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-24 w-full" />
        )
      ) : data.items.length === 0 ? (
        <p className="text-muted">{m.code_hosting_untold_none()}</p>
      ) : (
        <>
          <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
            {data.items.map(({ conversationId, contact, lastActivityAt }) => (
              <li key={conversationId}>
                <button
                  type="button"
                  className="flex w-full min-w-0 items-baseline gap-2 rounded-md px-2 py-1.5 text-start hover:bg-subtle pointer-coarse:min-h-11"
                  onClick={() => {
                    void tell(conversationId, data.issue);
                    onClose();
                  }}
                >
                  <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                    {contactName(contact)}
                  </span>
                  <RelativeTime at={lastActivityAt} short className="shrink-0 text-xs text-muted" />
                </button>
              </li>
            ))}
          </ul>
          {data.items.length === MAX_UNTOLD && <p className="mt-2 text-muted">{m.code_hosting_untold_more()}</p>}
        </>
      )}
    </Dialog>
  );
}
