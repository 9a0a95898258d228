// The dialog that uploads an image as a card, or changes its alternative text.
import { call, issueOf, refusalOf } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { upload } from "#modules/files/views";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CropField } from "./crop-field.tsx";
import { partOf, WHOLE } from "./drawing/crop.ts";
import { cutImage } from "./drawing/cut-image.ts";
import { describeSocialCard, MAX_ALT, MIN_CARD, type SocialCard, storeSocialCard } from "../contract.ts";

const TYPES = "image/png,image/jpeg,image/webp,image/gif,image/avif";

interface UploadProps {
  readonly projectId: string;
  readonly card: SocialCard;
  /** `describe`: only the alternative text of the image that is there. */
  readonly what: "upload" | "describe";
  onClose(): void;
  onStored(card: SocialCard): void;
}
export function UploadDialog({ projectId, card, what, onClose, onStored }: UploadProps) {
  const { subject, locale } = card;
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<{ readonly url: string; readonly width: number; readonly height: number }>();
  const [crop, setCrop] = useState(WHOLE);
  const [alt, setAlt] = useState(card.state === "own" ? (card.image?.alt ?? "") : "");
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<unknown>();
  const [missing, setMissing] = useState<readonly ("alt" | "file" | "unreadable")[]>([]);
  /** One for each part of a file, so that a repeated attempt is the same upload. */
  const attempt = useRef<{ key: string; clientId: string }>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    setChosen(undefined);
    setCrop(WHOLE);
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    let isOver = false;
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => isOver || setChosen({ url, width: image.naturalWidth, height: image.naturalHeight }),
      () => isOver || setMissing(["unreadable"]),
    );
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, [file]);
  const part = chosen && partOf(chosen, crop);
  const isTooSmall = part !== undefined && (part.width < MIN_CARD.width || part.height < MIN_CARD.height);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setProblem(undefined);
    const lacks = [
      ...(what === "describe" || chosen ? [] : [file ? ("unreadable" as const) : ("file" as const)]),
      ...(alt.trim() === "" ? ["alt" as const] : []),
    ];
    setMissing(lacks);
    if (lacks.length > 0) return;
    const over = new AbortController();
    running.current = over;
    try {
      if (what === "describe") {
        setShare(1);
        onStored((await call(describeSocialCard, { params: { projectId, subject, locale }, body: { alt: alt.trim() } })).card);
      } else {
        if (!file || !chosen || isTooSmall) return;
        setShare(0);
        const key = JSON.stringify([chosen.url, crop]);
        if (attempt.current?.key !== key) attempt.current = { key, clientId: crypto.randomUUID() };
        const query = { name: "card.jpg", clientId: attempt.current.clientId, kind: "own", alt: alt.trim() };
        const path = pathOf(storeSocialCard, { projectId, subject, locale }, query);
        onStored(await upload<SocialCard>(path, await cutImage(file, crop), { onProgress: setShare, signal: over.signal }));
      }
      onClose();
    } catch (refused) {
      if (!over.signal.aborted) setProblem(refused);
    } finally {
      setShare(undefined);
    }
  }
  const fileProblem = missing.includes("file")
    ? m.brand_images_file_missing()
    : missing.includes("unreadable")
      ? m.brand_images_file_unreadable()
      : isTooSmall
        ? m.brand_images_part_too_small(MIN_CARD)
        : issueOf(problem, "file");
  return (
    <Dialog
      open
      onClose={onClose}
      title={what === "upload" ? m.brand_images_upload_title() : m.brand_images_describe_title()}
      body={card.title}
    >
      <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4">
        {what === "describe" && card.image && (
          <img src={card.image.url} alt="" className="aspect-[40/21] w-full rounded-md border border-line bg-subtle object-cover" />
        )}
        {chosen && <CropField url={chosen.url} size={chosen} crop={crop} onChange={setCrop} />}
        {what === "upload" && (
          <Field label={m.brand_images_file()} hint={m.brand_images_file_hint(MIN_CARD)} error={fileProblem}>
            <TextInput
              type="file"
              accept={TYPES}
              data-first-focus
              className="py-1.5 pointer-coarse:py-2.5"
              onChange={(event) => {
                setMissing([]);
                setFile(event.target.files?.[0]);
              }}
            />
          </Field>
        )}
        <Field
          label={m.brand_images_alt()}
          hint={m.brand_images_alt_hint()}
          error={missing.includes("alt") ? m.brand_images_alt_missing() : undefined}
        >
          <TextInput value={alt} limit={MAX_ALT} dir="auto" lang={locale} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        {share !== undefined && what === "upload" && (
          <progress aria-label={m.brand_images_uploading()} value={share} className="h-1 w-full accent-accent" />
        )}
        <DialogFooter
          problem={
            problem === undefined || issueOf(problem, "file") !== undefined ? undefined : (refusalOf(problem) ?? m.brand_images_failed())
          }
          busy={share !== undefined}
          label={what === "upload" ? m.brand_images_upload() : m.dashboard_save()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
