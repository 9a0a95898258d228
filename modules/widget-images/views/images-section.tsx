// The launcher's image and the assistant's avatar, below the form of the appearance. Each is stored at once, not with the form.
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ImagePlus, Trash2 } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { readWidgetImages, removeWidgetImage, WIDGET_IMAGE_USES, type WidgetImageUse } from "../contract.ts";

const UploadDialog = lazy(() => import("./upload-dialog.tsx"));
const LABELS: Readonly<Record<WidgetImageUse, () => string>> = {
  launcher: m.widget_images_launcher,
  assistant: m.widget_images_assistant,
};
const HINTS: Readonly<Record<WidgetImageUse, () => string>> = {
  launcher: m.widget_images_launcher_hint,
  assistant: m.widget_images_assistant_hint,
};

interface SectionProps {
  readonly projectId: string;
  readonly mayChange: boolean;
}
export default function ImagesSection({ projectId, mayChange }: SectionProps) {
  const { data, error, refetch } = useRouteQuery(readWidgetImages, { params: { projectId: projectId as never } });
  return (
    <section className="mt-8 grid content-start gap-5 border-t border-line pt-6">
      <div>
        <h2 className="text-md font-semibold">{m.widget_images_title()}</h2>
        <p className="text-sm text-muted">{m.widget_images_lead()}</p>
      </div>
      {data ? (
        WIDGET_IMAGE_USES.map((use) => <ImageRow key={use} {...{ projectId, mayChange, use }} url={data[use]} />)
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <Bar className="h-12 w-full" />
      )}
    </section>
  );
}

function ImageRow({ projectId, mayChange, use, url }: SectionProps & { readonly use: WidgetImageUse; readonly url: string | null }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [uploading, setUploading] = useState(false);
  const remove = useRouteMutation(removeWidgetImage, {
    invalidates: [readWidgetImages],
    done: () => {
      button.current?.focus();
      toast({ tone: "ok", title: m.widget_images_removed() });
    },
  });
  const label = LABELS[use]();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-3">
      <span
        aria-hidden
        className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-subtle text-muted"
      >
        {url === null ? <ImagePlus className="size-5" /> : <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h3 id={id} className="text-sm font-medium">
          {label}
        </h3>
        <p className="text-xs text-muted">{url === null ? HINTS[use]() : m.widget_images_shown()}</p>
      </div>
      {mayChange && (
        <span className="flex gap-2">
          <Button ref={button} size="sm" onClick={() => setUploading(true)}>
            {url === null ? m.widget_images_upload() : m.widget_images_replace()}
            <span className="sr-only">{label}</span>
          </Button>
          {url !== null && (
            <Button
              size="sm"
              variant="ghost"
              icon={Trash2}
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { projectId: projectId as never, use } })}
            >
              {m.widget_images_remove()}
              <span className="sr-only">{label}</span>
            </Button>
          )}
        </span>
      )}
      {uploading && (
        <Suspense fallback={null}>
          <UploadDialog {...{ projectId, use }} title={label} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </div>
  );
}
