// One image: its alternative text, whether it is kept, where it comes from, and what can be done with it.
import { queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Checkbox, Field, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { Download, ImageUp, Trash2, WandSparkles } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { changeStudioImage, deleteStudioImage, listStudioImages, MAX_ALT, type StudioImage } from "../contract.ts";

interface DialogProps {
  readonly projectId: string;
  readonly image: StudioImage;
  readonly admin: boolean;
  onClose(): void;
  onUse(): void;
  /** Absent while nothing can be made. */
  onChange?(): void;
}
const refresh = (): void => void queryClient.invalidateQueries({ queryKey: [listStudioImages.name] });

export function ImageDialog({ projectId, image, admin, onClose, onUse, onChange }: DialogProps) {
  const [alt, setAlt] = useState(image.alt);
  const [kept, setKept] = useState(image.kept);
  const [deleting, setDeleting] = useState(false);
  const params = { projectId, studioImageId: image.id } as never;
  const save = useRouteMutation(changeStudioImage, {
    suppressToast: true,
    done: () => {
      toast({ title: m.image_studio_saved(), tone: "ok" });
      refresh();
      onClose();
    },
  });
  const remove = useRouteMutation(deleteStudioImage, {
    done: () => {
      toast({ title: m.image_studio_deleted(), tone: "ok" });
      refresh();
      onClose();
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (alt.trim().length <= MAX_ALT) save.mutate({ params, body: { revision: image.revision, alt: alt.trim(), kept } });
  }
  return (
    <>
      <Dialog open={!deleting} onClose={onClose} title={m.image_studio_image()} size="lg">
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          <img src={image.url} alt={image.alt} className="max-h-80 w-full rounded-md border border-line bg-subtle object-contain" />
          <div className="flex flex-wrap gap-2">
            {admin && (
              <Button size="sm" icon={ImageUp} onClick={onUse}>
                {m.image_studio_use()}
              </Button>
            )}
            {onChange && (
              <Button size="sm" icon={WandSparkles} onClick={onChange}>
                {m.image_studio_change()}
              </Button>
            )}
            <a
              href={image.url}
              download={`image-v${image.version}.${image.type.split("/")[1]}`}
              className={buttonClasses("secondary", "sm")}
            >
              <Download className="size-4" aria-hidden />
              {m.image_studio_download()}
            </a>
            {admin && (
              <Button size="sm" icon={Trash2} onClick={() => setDeleting(true)}>
                {m.image_studio_delete()}
              </Button>
            )}
          </div>
          {admin ? (
            <>
              <Field label={m.image_studio_alt()} hint={m.image_studio_alt_hint()}>
                <TextInput value={alt} limit={MAX_ALT} dir="auto" autoComplete="off" onChange={(event) => setAlt(event.target.value)} />
              </Field>
              <Checkbox label={m.image_studio_keep()} hint={m.image_studio_keep_hint()} checked={kept} onChange={setKept} />
            </>
          ) : (
            <p dir="auto">{plain(image.alt)}</p>
          )}
          <Origin image={image} />
          {admin && <DialogFooter problem={refusalOf(save.error)} busy={save.isPending} label={m.dashboard_save()} onCancel={onClose} />}
        </form>
      </Dialog>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={m.image_studio_delete_title()}
        body={m.image_studio_delete_body()}
        action={m.image_studio_delete()}
        tone="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  );
}

const Origin = ({ image }: { image: StudioImage }) => (
  <section aria-label={m.image_studio_origin()} className="grid gap-1">
    <h3 className="text-sm font-medium">{m.image_studio_origin()}</h3>
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact name={m.image_studio_origin_model()}>
        <bdi>{image.model}</bdi>, {image.size}, {image.quality}
      </Fact>
      <Fact name={m.image_studio_origin_prompt()}>
        <bdi>{plain(image.prompt)}</bdi>
      </Fact>
      <Fact name={m.image_studio_origin_when()}>
        {m.image_studio_origin_by({
          name: image.madeBy === null ? m.image_studio_someone() : plain(image.madeBy),
          time: formatFull(image.madeAt),
        })}
      </Fact>
      <Fact name={m.image_studio_origin_version()}>
        {image.parentId === null
          ? m.image_studio_first()
          : m.image_studio_changed_from({ version: image.version, before: image.version - 1 })}
      </Fact>
      <Fact name={m.image_studio_origin_cost()}>{formatUsd(image.costUsd)}</Fact>
      <Fact name={m.image_studio_origin_manifest()}>{image.signed ? m.image_studio_signed() : m.image_studio_unsigned()}</Fact>
      <Fact name={m.image_studio_origin_size()}>{m.image_studio_pixels({ width: image.width, height: image.height })}</Fact>
    </dl>
  </section>
);
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd dir="auto" className="wrap-anywhere">
      {children}
    </dd>
  </>
);
