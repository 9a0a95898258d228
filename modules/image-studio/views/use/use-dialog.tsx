// Uses an image: which part of it, words over it, and where. The browser cuts it out; what is stored is a copy, the original stays in the studio.
import { call, queryClient, refusalOf } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { listSocialCards } from "#modules/brand-images/contract";
import { readWidgetImages } from "#modules/widget-images/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { changeStudioImage, listStudioImages, MAX_ALT, type StudioImage } from "../../contract.ts";
import { type Ground, type ImageTools, OVERLAY_FONT, overlaySvg, svgAddress, WEIGHT } from "./overlay.ts";
import { isOfWidget, type Place, placesOf, SIZES, type Use, storeAsCard, storeAsHeader, storeInWidget, USES } from "./places.ts";

const MAX_WORDS = 120;
const USE_WORDS: Readonly<Record<Use, () => string>> = {
  card: m.image_studio_use_card,
  header: m.image_studio_use_header,
  launcher: m.image_studio_use_launcher,
  assistant: m.image_studio_use_assistant,
  square: m.image_studio_use_square,
};

const USE_OF: Readonly<Record<StudioImage["purpose"], Use>> = {
  header: "header",
  card: "card",
  launcher: "launcher",
  avatar: "assistant",
  empty: "square",
};
const DONE: Readonly<Record<Exclude<Use, "square">, () => string>> = {
  card: m.image_studio_used_card,
  header: m.image_studio_used_header,
  launcher: m.image_studio_used_launcher,
  assistant: m.image_studio_used_assistant,
};

export interface UseProps {
  readonly projectId: string;
  readonly image: StudioImage;
  onClose(): void;
}
export function UseDialog({ projectId, image, tools, onClose }: UseProps & { readonly tools: ImageTools }) {
  const { CropField, cutImage, WHOLE } = tools;
  const [use, setUse] = useState<Use>(USE_OF[image.purpose]);
  const [crop, setCrop] = useState(WHOLE);
  const [chosen, setChosen] = useState("");
  const [words, setWords] = useState("");
  const [ground, setGround] = useState<Ground>("dark");
  const [alt, setAlt] = useState(image.alt);
  const [problem, setProblem] = useState<"alt" | "failed" | { readonly error: unknown }>();
  const [busy, setBusy] = useState(false);
  /** One for each copy, so that a repeated attempt is the same upload. */
  const attempt = useRef<{ key: string; clientId: string }>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const places = useQuery({
    queryKey: ["image-studio places", projectId, use],
    queryFn: ({ signal }) => placesOf(use, projectId, signal),
    staleTime: 0,
  });
  const place = places.data?.find(({ key }) => key === chosen) ?? places.data?.[0];
  const size = SIZES[use];
  const isWide = use === "card" || use === "header";
  const overlay = isWide && words.trim() !== "" ? overlayOf(tools, words, place, ground, size) : undefined;

  async function send(signal: AbortSignal): Promise<void> {
    const source = await (await fetch(image.url, { signal })).blob();
    const bytes = await cutImage(source, crop, size, overlay === undefined ? undefined : await decoded(overlay));
    if (use === "square") return save(bytes);
    if (isWide && !place) return;
    const key = JSON.stringify([use, place?.key, crop, overlay]);
    if (attempt.current?.key !== key) attempt.current = { key, clientId: crypto.randomUUID() };
    const { clientId } = attempt.current;
    if (isOfWidget(use)) await storeInWidget({ projectId, bytes, clientId }, use, signal);
    else if (place) await (use === "card" ? storeAsCard : storeAsHeader)({ projectId, place, bytes, alt: alt.trim(), clientId }, signal);
    // What is used is kept, and described as it was here unless somebody described it before.
    const body = { revision: image.revision, alt: image.alt === "" && isWide ? alt.trim() : image.alt, kept: true };
    await call(changeStudioImage, { params: { projectId, studioImageId: image.id } as never, body, signal });
    await queryClient.invalidateQueries({ queryKey: [listStudioImages.name] });
    await queryClient.invalidateQueries({ queryKey: [(isOfWidget(use) ? readWidgetImages : listSocialCards).name] });
    toast({ title: DONE[use](), tone: "ok" });
  }
  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (isWide && alt.trim() === "") return setProblem("alt");
    const over = new AbortController();
    running.current = over;
    setProblem(undefined);
    setBusy(true);
    try {
      await send(over.signal);
      onClose();
    } catch (error) {
      if (!over.signal.aborted) setProblem({ error });
    } finally {
      setBusy(false);
    }
  }
  const isEmpty = isWide && places.data?.length === 0;
  const failed = typeof problem === "object" ? (refusalOf(problem.error) ?? m.image_studio_use_failed()) : undefined;
  return (
    <Dialog open onClose={onClose} title={m.image_studio_use_title()} body={m.image_studio_use_body()} size="lg" fills>
      <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid grid-cols-1 gap-4">
        <Field label={m.image_studio_use_as()}>
          <Select
            value={use}
            onChange={(value) => setUse(value as Use)}
            options={USES.map((value) => ({ value, label: USE_WORDS[value]() }))}
          />
        </Field>
        {isWide && (
          <Field
            label={m.image_studio_use_where()}
            error={places.error ? m.image_studio_places_failed() : isEmpty ? m.image_studio_no_place() : undefined}
          >
            <Select
              value={place?.key ?? ""}
              disabled={!place}
              onChange={setChosen}
              options={(places.data ?? []).map(({ key, label }) => ({ value: key, label }))}
            />
          </Field>
        )}
        <CropField url={image.url} size={image} crop={crop} target={size} overlay={overlay} onChange={setCrop} />
        {isWide && (
          <>
            <Field label={m.image_studio_words()} hint={m.image_studio_words_hint()}>
              <TextInput value={words} limit={MAX_WORDS} dir="auto" autoComplete="off" onChange={(event) => setWords(event.target.value)} />
            </Field>
            {words.trim() !== "" && (
              <Field label={m.image_studio_ground()} className="max-w-60">
                <Select
                  value={ground}
                  onChange={(value) => setGround(value as Ground)}
                  options={[
                    { value: "dark", label: m.image_studio_ground_dark() },
                    { value: "light", label: m.image_studio_ground_light() },
                  ]}
                />
              </Field>
            )}
            <Field
              label={m.image_studio_alt()}
              hint={m.image_studio_alt_hint()}
              error={problem === "alt" ? m.image_studio_alt_missing() : undefined}
            >
              <TextInput
                value={alt}
                limit={MAX_ALT}
                dir="auto"
                autoComplete="off"
                onChange={(event) => {
                  setAlt(event.target.value);
                  setProblem(undefined);
                }}
              />
            </Field>
          </>
        )}
        <DialogFooter
          problem={failed}
          busy={busy || (isWide && places.isPending)}
          label={use === "square" ? m.image_studio_download() : m.image_studio_use_now()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function overlayOf(
  tools: ImageTools,
  words: string,
  place: Place | undefined,
  ground: Ground,
  size: { width: number; height: number },
): string {
  const pen = document.createElement("canvas").getContext("2d");
  const measure = (line: string, px: number): number => {
    if (!pen) return line.length * px * 0.6;
    pen.font = `${WEIGHT} ${px}px ${OVERLAY_FONT}`;
    return pen.measureText(line).width;
  };
  return svgAddress(overlaySvg(tools, { text: words.trim(), locale: place?.locale ?? "en", ground, size }, measure));
}
async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
function save(bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = "image.jpg";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
