// Placeholder of the inbox until its code and its project are loaded: the list and the thread in their places.
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { useLocation } from "@tanstack/react-router";
import { ListSkeleton } from "./list/list-skeleton.tsx";
import { ThreadShape } from "./thread/thread-shape.tsx";
import { LIST_WIDTH, useStored } from "./use-stored.ts";

/** On narrow screens only the list, or the thread that the address names. */
export function InboxPending() {
  const opens = useLocation({ select: ({ pathname }) => /\/inbox\/[^/]+\/[^/]+/.test(pathname) });
  const [width] = useStored(LIST_WIDTH.key, LIST_WIDTH.start);
  const [listShown] = useStored("inbox.list-shown", true);
  return (
    <div className="flex h-full min-h-0" aria-busy="true">
      {(listShown || !opens) && (
        <div
          style={{ "--list": `${width}px` } as React.CSSProperties}
          className={`h-full shrink-0 overflow-hidden max-lg:w-full lg:w-(--list) ${opens ? "max-lg:hidden" : ""}`}
        >
          <div className="flex h-12 items-center px-4">
            <h1 className="text-md font-semibold">{m.conversations_title()}</h1>
          </div>
          <div className="h-8.5 px-4 max-lg:h-10.5">
            <Skeleton>
              <Bar className="h-5 w-56" />
            </Skeleton>
          </div>
          <ListSkeleton />
        </div>
      )}
      <div className={`h-full min-w-0 flex-1 border-s border-line ${opens ? "max-lg:border-s-0" : "max-lg:hidden"}`}>
        {opens && <ThreadShape />}
      </div>
    </div>
  );
}
