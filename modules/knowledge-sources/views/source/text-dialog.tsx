// Dialog that shows the extracted text of a file.
import { useRouteQuery } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { m } from "#messages";
import { type Item, readItem } from "../../contract.ts";

export function TextDialog({ projectId, item, onClose }: { projectId: string; item: Item; onClose(): void }) {
  const { data, error, refetch } = useRouteQuery(readItem, { params: { projectId, itemId: item.id } });
  return (
    <Dialog open onClose={onClose} title={m.knowledge_text_of({ title: item.title })} body={data?.cut && m.knowledge_text_cut()} size="lg">
      {error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        // A scrollable area must be reachable by keyboard.
        <div
          tabIndex={0}
          role="region"
          aria-label={m.knowledge_text()}
          className="max-h-96 overflow-y-auto rounded-md border border-line p-3"
        >
          <p dir="auto" className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {data.content}
          </p>
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}
