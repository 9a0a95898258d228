// Shows that somebody else has changed the text, and lets the person choose which version to keep.
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { lazy, Suspense, useState } from "react";
import { type Draft, asPlainText } from "./use-draft.ts";

const Difference = lazy(async () => ({ default: (await import("./difference.tsx")).Difference }));

export function ConflictNotice({ draft }: { draft: Draft }) {
  const [shown, setShown] = useState(false);
  const { state } = draft;
  if (state.kind !== "conflict") return null;
  const { theirs } = state;
  const buttons = (
    <>
      <Button onClick={() => draft.takeTheirs(theirs)}>{m.help_take_theirs()}</Button>
      <Button variant="primary" onClick={() => draft.keepMine(theirs)}>
        {m.help_keep_mine()}
      </Button>
    </>
  );
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 bg-warn-soft px-4 py-2 text-warn-text sm:px-6">
      <p className="min-w-60 flex-1">
        {m.help_conflict_body({ name: theirs.updatedBy ?? m.help_somebody() })} <RelativeTime at={theirs.updatedAt} />
      </p>
      <Button onClick={() => setShown(true)}>{m.help_see_theirs()}</Button>
      {buttons}
      <Dialog
        open={shown}
        onClose={() => setShown(false)}
        size="lg"
        title={m.help_see_theirs()}
        body={m.help_difference_hint()}
        footer={buttons}
      >
        <Suspense fallback={<Skeleton />}>
          <Difference before={asPlainText(theirs)} after={asPlainText(draft.fields)} />
        </Suspense>
      </Dialog>
    </div>
  );
}
