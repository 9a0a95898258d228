// The dialog that takes an image: which square of it is shown, cut out in the browser.
import { issueOf, queryClient, refusalOf } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type Crop, imageTools } from "#modules/brand-images/views";
import { upload } from "#modules/files/views";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { readWidgetImages, storeWidgetImage, WIDGET_IMAGE_SIDE, type WidgetImages, type WidgetImageUse } from "../contract.ts";

const TYPES = "image/png,image/jpeg,image/webp,image/gif,image/avif";
const SQUARE = { width: WIDGET_IMAGE_SIDE.cut, height: WIDGET_IMAGE_SIDE.cut };

interface UploadProps {
  readonly projectId: string;
  readonly use: WidgetImageUse;
  readonly title: string;
  onClose(): void;
}
export default function UploadDialog({ projectId, use, title, onClose }: UploadProps) {
  const tools = useQuery({ queryKey: ["image tools"], queryFn: imageTools, staleTime: Infinity });
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<{ readonly url: string; readonly width: number; readonly height: number }>();
  /** Undefined: the whole image, as far as it is a square. */
  const [moved, setMoved] = useState<Crop>();
  const crop = moved ?? tools.data?.WHOLE;
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<"missing" | "unreadable" | { readonly error: unknown }>();
  /** One for each part of a file, so that a repeated attempt is the same upload. */
  const attempt = useRef<{ key: string; clientId: string }>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    setChosen(undefined);
    setMoved(undefined);
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    let isOver = false;
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => isOver || setChosen({ url, width: image.naturalWidth, height: image.naturalHeight }),
      () => isOver || setProblem("unreadable"),
    );
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, [file]);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (share !== undefined) return;
    if (!file || !chosen || !tools.data || !crop) return setProblem(file ? "unreadable" : "missing");
    const over = new AbortController();
    running.current = over;
    setProblem(undefined);
    setShare(0);
    try {
      const key = JSON.stringify([chosen.url, crop]);
      if (attempt.current?.key !== key) attempt.current = { key, clientId: crypto.randomUUID() };
      const path = pathOf(storeWidgetImage, { projectId, use }, { name: `${use}.jpg`, clientId: attempt.current.clientId });
      const bytes = await tools.data.cutImage(file, crop, SQUARE);
      await upload<WidgetImages>(path, bytes, { onProgress: setShare, signal: over.signal });
      await queryClient.invalidateQueries({ queryKey: [readWidgetImages.name] });
      toast({ tone: "ok", title: m.widget_images_stored() });
      onClose();
    } catch (error) {
      if (!over.signal.aborted) setProblem({ error });
    } finally {
      setShare(undefined);
    }
  }
  const refused = typeof problem === "object" ? problem.error : undefined;
  const atFile =
    problem === "missing"
      ? m.widget_images_file_missing()
      : problem === "unreadable"
        ? m.widget_images_file_unreadable()
        : issueOf(refused, "file");
  return (
    <Dialog open onClose={onClose} title={title} body={m.widget_images_dialog()}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4">
        <Field label={m.widget_images_file()} error={atFile}>
          <TextInput
            type="file"
            accept={TYPES}
            data-first-focus
            className="py-1.5 pointer-coarse:py-2.5"
            onChange={(event) => {
              setProblem(undefined);
              setFile(event.target.files?.[0]);
            }}
          />
        </Field>
        {chosen && tools.data && crop && (
          <tools.data.CropField url={chosen.url} size={chosen} crop={crop} target={SQUARE} onChange={setMoved} />
        )}
        <DialogFooter
          problem={refused === undefined || atFile !== undefined ? undefined : (refusalOf(refused) ?? m.widget_images_failed())}
          busy={share !== undefined || tools.isPending}
          label={m.widget_images_save()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
