import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { ArrowLeft } from "lucide-react";
import { useMedia, WIDE } from "#dashboard/ui/use-media.ts";
import { ThreadShape } from "./thread-shape.tsx";

/** Placeholder while a thread loads; the back button works already. */
export function ThreadSkeleton({ onBack }: { onBack(): void }) {
  const Heading = useMedia(WIDE) ? "h2" : "h1";
  return (
    <ThreadShape
      leading={
        <>
          <span className="lg:hidden">
            <IconButton label={m.conversations_back()} icon={ArrowLeft} className="rtl:rotate-180" onClick={onBack} />
          </span>
          <Heading className="sr-only">{m.conversations_thread()}</Heading>
        </>
      }
    />
  );
}
