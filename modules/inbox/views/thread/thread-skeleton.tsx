import { IconButton } from "#dashboard/ui/button.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { ArrowLeft } from "lucide-react";
import { useMedia, WIDE } from "../use-media.ts";

/** Placeholder while a thread loads; the back button works already. */
export function ThreadSkeleton({ onBack }: { onBack(): void }) {
  const Heading = useMedia(WIDE) ? "h2" : "h1";
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 max-lg:h-14 items-center gap-2 border-b border-line px-3 lg:px-4">
        <span className="lg:hidden">
          <IconButton label={m.conversations_back()} icon={ArrowLeft} onClick={onBack} />
        </span>
        <Heading className="sr-only">{m.conversations_thread()}</Heading>
        <Skeleton>
          <div className="flex items-center gap-2">
            <Bar className="size-6 rounded-full!" />
            <Bar className="h-3 w-36" />
          </div>
        </Skeleton>
      </header>
      <div className="mx-auto w-full max-w-[720px] px-4 py-6">
        <Skeleton>
          <div className="grid gap-4">
            <Bar className="h-16 w-3/5 rounded-lg!" />
            <Bar className="h-20 w-3/5 justify-self-end rounded-lg!" />
            <Bar className="h-12 w-2/5 rounded-lg!" />
          </div>
        </Skeleton>
      </div>
    </div>
  );
}
