import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";

/** Placeholder of the list while its first page loads. */
export function ListSkeleton() {
  return (
    <div className="px-2">
      <Skeleton>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} data-skeleton-row className="flex h-19 gap-2.5 px-2.5 py-2.25">
            <Bar className="size-7 shrink-0 rounded-full!" />
            <div className="grid flex-1 content-start gap-2 pt-1">
              <Bar className="h-3 w-2/5" />
              <Bar className="h-3 w-11/12" />
              <Bar className="h-2.5 w-1/4" />
            </div>
          </div>
        ))}
      </Skeleton>
    </div>
  );
}
