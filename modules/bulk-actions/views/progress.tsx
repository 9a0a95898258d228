// Below the list: how far an action on many conversations is, and once it has ended, what it did, with Undo.
import type { PropsOf } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { listFooter } from "#modules/inbox/views";
import { X } from "lucide-react";
import { useEffect } from "react";
import { dismiss, isUnderWay, resume, stop, undo, useWatched, type Watched } from "./running.ts";

/** How long the result stays, in milliseconds. */
const SHOWN = 60_000;

export function BulkProgress({ projectId }: PropsOf<typeof listFooter>) {
  const watched = useWatched(projectId);
  useEffect(() => resume(projectId), [projectId]);
  const ended = watched !== undefined && !isUnderWay(watched);
  const which = watched?.bulkAction?.id;
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(dismiss, SHOWN);
    return () => clearTimeout(timer);
  }, [ended, which]);
  return watched ? <Strip watched={watched} /> : null;
}

function Strip({ watched }: { watched: Watched }) {
  const { bulkAction, count } = watched;
  const underWay = isUnderWay(watched);
  const undoing = bulkAction?.state === "undoing";
  const total = undoing ? bulkAction.changed : (bulkAction?.conversations ?? count);
  const done = bulkAction
    ? undoing
      ? bulkAction.undone + bulkAction.kept
      : bulkAction.changed + bulkAction.same + bulkAction.passedOver
    : 0;
  return (
    <section aria-label={m.bulk_actions_progress()} className="shrink-0 border-t border-line bg-surface px-4 py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1" role="status">
          <p className="font-medium">{underWay ? doing(watched, done, total) : said(watched)}</p>
          {!underWay && bulkAction && <Rest bulkAction={bulkAction} />}
        </div>
        {underWay ? (
          <Button size="sm" busy={watched.stopping} aria-disabled={bulkAction === undefined} onClick={() => void stop(watched)}>
            {m.bulk_actions_stop()}
          </Button>
        ) : (
          <>
            {bulkAction && bulkAction.state !== "undone" && bulkAction.changed > 0 && (
              <Button size="sm" onClick={() => void undo(watched)}>
                {m.bulk_actions_undo()}
              </Button>
            )}
            <IconButton label={m.bulk_actions_dismiss()} icon={X} onClick={dismiss} />
          </>
        )}
      </div>
      {underWay && (
        <progress
          aria-label={m.bulk_actions_progress()}
          value={bulkAction?.state === "gathering" ? undefined : done}
          max={Math.max(1, total)}
          className="mt-2 block h-1 w-full accent-(--accent)"
        />
      )}
    </section>
  );
}
function doing({ bulkAction }: Watched, done: number, total: number): string {
  if (bulkAction?.state === "gathering") return m.bulk_actions_gathering({ count: total });
  if (bulkAction?.state === "undoing") return m.bulk_actions_undoing({ done, total });
  return m.bulk_actions_doing({ done, total });
}
function said({ bulkAction, did }: Watched): string {
  if (!bulkAction) return "";
  if (bulkAction.state === "undone") return m.bulk_actions_undone({ count: bulkAction.undone });
  if (bulkAction.changed === 0) return m.bulk_actions_nothing();
  return bulkAction.state === "stopped" ? m.bulk_actions_stopped({ done: did(bulkAction.changed) }) : did(bulkAction.changed);
}
/** What was not changed, and why. */
function Rest({ bulkAction }: { bulkAction: NonNullable<Watched["bulkAction"]> }) {
  const lines = [
    ...(bulkAction.state === "undone" && bulkAction.kept > 0 ? [m.bulk_actions_kept({ count: bulkAction.kept })] : []),
    ...(bulkAction.state !== "undone" && bulkAction.same > 0 ? [m.bulk_actions_same({ count: bulkAction.same })] : []),
    ...(bulkAction.state !== "undone" && bulkAction.passedOver > 0 ? [m.bulk_actions_passed_over({ count: bulkAction.passedOver })] : []),
    ...(bulkAction.more ? [m.bulk_actions_more()] : []),
  ];
  return lines.map((line) => (
    <p key={line} className="text-xs text-muted">
      {line}
    </p>
  ));
}
