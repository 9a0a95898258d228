// All images that were made, the newest first.
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { imageTools } from "#modules/brand-images/views";
import { lazy, Suspense, useState } from "react";
import { listStudioImages, type StudioImage } from "../contract.ts";
import { ImageDialog } from "./image-dialog.tsx";
import type { UseProps } from "./use/use-dialog.tsx";
import { PURPOSE_WORDS } from "./words.ts";

const UseDialog = lazy(async () => {
  const [{ UseDialog: Dialog }, tools] = await Promise.all([import("./use/use-dialog.tsx"), imageTools()]);
  return { default: (props: UseProps) => <Dialog {...props} tools={tools} /> };
});

interface GalleryProps {
  readonly projectId: string;
  readonly admin: boolean;
  /** Whether an image can be changed by words now. */
  readonly canChange: boolean;
  onChange(image: StudioImage): void;
}
export function Gallery({ projectId, admin, canChange, onChange }: GalleryProps) {
  const [shown, setShown] = useState<{ readonly id: string; readonly what: "details" | "use" }>();
  const list = useInfiniteQuery({
    queryKey: [listStudioImages.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listStudioImages>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listStudioImages, { params: { projectId } as never, query: { cursor: pageParam }, signal }),
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const image = items.find(({ id }) => id === shown?.id);
  const close = (): void => setShown(undefined);
  return (
    <Section title={m.image_studio_images()} lead={m.image_studio_images_lead()}>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : items.length === 0 ? (
        <EmptyState icon={Images} title={m.image_studio_none()} />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {items.map((one) => (
            <Tile key={one.id} image={one} onOpen={() => setShown({ id: one.id, what: "details" })} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.image_studio_more()}
          </Button>
        </div>
      )}
      {image && shown?.what === "details" && (
        <ImageDialog
          key={image.revision}
          {...{ projectId, image, admin }}
          onClose={close}
          onUse={() => setShown({ id: image.id, what: "use" })}
          {...(canChange && {
            onChange: () => {
              close();
              onChange(image);
            },
          })}
        />
      )}
      {image && shown?.what === "use" && (
        <Suspense>
          <UseDialog {...{ projectId, image }} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}

function Tile({ image, onOpen }: { image: StudioImage; onOpen(): void }) {
  const { url, alt, prompt, purpose, version, kept, signed, removedAt } = image;
  return (
    <li className="grid min-w-0 grid-cols-1 content-start gap-2">
      <button
        type="button"
        onClick={onOpen}
        aria-label={m.image_studio_open({ prompt: plain(prompt), version })}
        className="rounded-md border border-line bg-subtle hover:border-line-strong"
      >
        <img src={url} alt="" loading="lazy" className="aspect-[3/2] h-auto w-full rounded-md object-contain" />
      </button>
      <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
        {plain(prompt)}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span>{PURPOSE_WORDS[purpose]()}</span>
        {version > 1 && <Chip>{m.image_studio_version({ version })}</Chip>}
        {kept && <Chip tone="ok">{m.image_studio_kept()}</Chip>}
        {signed && <Chip>{m.image_studio_signed_short()}</Chip>}
        {alt === "" && <Chip tone="warn">{m.image_studio_no_alt()}</Chip>}
        {removedAt !== null && <span>{m.image_studio_removed_on({ day: formatDay(removedAt) })}</span>}
      </p>
    </li>
  );
}
