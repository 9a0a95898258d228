import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { ReactNode } from "react";

/** The shape of a thread that is loading: header, messages, composer. `leading` comes first in the header. */
export function ThreadShape({ leading }: { leading?: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 max-lg:h-14 items-center gap-2 border-b border-line px-3 lg:px-4">
        {leading}
        <Skeleton>
          <div className="flex items-center gap-2">
            <Bar className="size-6 rounded-full!" />
            <Bar className="h-3 w-36" />
          </div>
        </Skeleton>
      </header>
      <div className="mx-auto w-full max-w-[720px] flex-1 px-4 py-6">
        <Skeleton>
          <div className="grid gap-4">
            <Bar className="h-16 w-3/5 rounded-lg!" />
            <Bar className="h-20 w-3/5 justify-self-end rounded-lg!" />
            <Bar className="h-12 w-2/5 rounded-lg!" />
          </div>
        </Skeleton>
      </div>
      <div className="shrink-0 px-3 pb-3 lg:px-4 lg:pb-4">
        <ComposerShape />
      </div>
    </div>
  );
}

/** The outline of an empty composer, until there is one. */
export const ComposerShape = () => (
  <div aria-hidden className="mx-auto h-33.5 max-lg:h-38.5 max-w-[720px] rounded-lg border border-line-strong bg-surface shadow-1" />
);
