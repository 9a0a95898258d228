// The newest run: how far it is, why it failed, what it cost.
import { useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { ageInWords } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { cancelImageRun, type ImageRun, readImageStudio } from "../contract.ts";
import { REASONS } from "./words.ts";

interface RunProps {
  readonly projectId: string;
  readonly run: ImageRun;
  readonly admin: boolean;
}
function wordsOf({ state, made, wanted, reason, startedAt, endedAt }: ImageRun): string {
  const age = ageInWords(endedAt ?? startedAt);
  switch (state) {
    case "running":
      return m.image_studio_running({ number: made + 1, wanted });
    case "done":
      return m.image_studio_done({ count: made, age });
    case "cancelled":
      return m.image_studio_cancelled({ count: made, age });
    case "failed":
      return REASONS[reason ?? "interrupted"]();
  }
}

export function RunState({ projectId, run, admin }: RunProps) {
  const cancel = useRouteMutation(cancelImageRun, { invalidates: [readImageStudio] });
  const isRunning = run.state === "running";
  const box = run.state === "failed" ? "bg-bad-soft text-bad-text" : isRunning ? "bg-accent-soft text-accent-text" : "bg-subtle text-muted";
  return (
    <div className="grid gap-2">
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 ${box}`}>
        {isRunning && <Spinner />}
        <p role={run.state === "failed" ? "alert" : "status"} className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {wordsOf(run)}
          {run.detail !== null && ` ${plain(run.detail)}`}
        </p>
        {isRunning && admin && (
          <Button
            size="sm"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { projectId, imageRunId: run.id } as never, body: {} })}
          >
            {m.image_studio_cancel()}
          </Button>
        )}
      </div>
      {run.costUsd > 0 && <p className="text-xs text-muted">{m.image_studio_run_cost({ price: formatUsd(run.costUsd) })}</p>}
    </div>
  );
}
