// Limits of the studio, what the model is told, and what the bytes of an image say. Without I/O.
import { days, minutes } from "#kernel/clock/index.ts";
import { type ImagePurpose, MAX_COLORS, MAX_PROMPT, MAX_TONE } from "./contract.ts";

/** Milliseconds for one image. With what is stored then, shorter than the lease of its job. */
export const MODEL_TIME = minutes(3);
/** Without any progress for this long a run counts as interrupted. Longer than the lease of its job and the model's time. */
export const INTERRUPTED_AFTER = minutes(15);
/** Runs that made nothing are forgotten after it. */
export const KEEP_EMPTY = days(1);
/** The largest image of a model that is stored. */
export const MAX_IMAGE_BYTES = 20_000_000;
const MAX_SIDE = 4096;
export const isSize = (text: string): boolean => {
  const [width = 0, height = 0] = (/^(\d{3,4})x(\d{3,4})$/.exec(text)?.slice(1) ?? []).map(Number);
  return width >= 256 && height >= 256 && width <= MAX_SIDE && height <= MAX_SIDE;
};
/** Whether an image of the model may be stored. */
export const isUsable = (type: string, { width, height }: { readonly width: number; readonly height: number }): boolean =>
  ["image/png", "image/jpeg", "image/webp"].includes(type) && Math.min(width, height) >= 64 && Math.max(width, height) <= 2 * MAX_SIDE;

const COMPOSITION: Readonly<Record<ImagePurpose, string>> = {
  header: "A wide illustration for the top of a help article. Calm, with room at the edges, because it is cut to different shapes.",
  card: "A wide picture for link previews. The lower third is quiet, because a title may be put over it.",
  avatar: "A picture of a friendly assistant for a small circle: one subject in the middle, plain ground, still clear at 32 pixels.",
  launcher: "A symbol for a round button: one simple shape in the middle, plain ground, still clear at 32 pixels.",
  empty: "A small, friendly illustration for a place where nothing is listed yet. Plain, light ground.",
};
interface Wish {
  readonly purpose: ImagePurpose;
  readonly prompt: string;
  readonly colors: readonly string[];
  readonly tone: string;
  readonly edits: boolean;
}
/** What the model is told. Models misspell, so they draw no letters; text is put over an image by us. */
export const promptOf = ({ purpose, prompt, colors, tone, edits }: Wish): string =>
  [
    edits ? `Change this picture as follows, and leave the rest as it is: ${prompt}` : `${COMPOSITION[purpose]}\nIt shows: ${prompt}`,
    ...(colors.length === 0 ? [] : [`Colours of the brand, the most important first: ${colors.join(", ")}.`]),
    ...(tone === "" ? [] : [`Style and tone: ${tone}.`]),
    "No letters, words, numbers, logos or watermarks.",
  ].join("\n");
/** Characters of what the model is told, at most. */
export const MAX_TOLD = MAX_PROMPT + MAX_TONE + MAX_COLORS * 9 + 500;

const ascii = (bytes: Uint8Array, at: number, text: string): boolean => [...text].every((char, i) => bytes[at + i] === char.charCodeAt(0));

/**
 * Whether the bytes have a C2PA manifest, which is kept with them: a `caBX` chunk of a PNG, a JUMBF box in APP11 of a JPEG, or a `C2PA` chunk of
 * a WebP (C2PA specification, “Embedding manifests”). What the manifest says is not checked.
 */
export function hasManifest(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength;
  if (ascii(bytes, 1, "PNG")) for (let at = 8; at + 12 <= end; at += 12 + view.getUint32(at)) if (ascii(bytes, at + 4, "caBX")) return true;
  if (ascii(bytes, 0, "RIFF") && ascii(bytes, 8, "WEBP"))
    for (let at = 12; at + 8 <= end;) {
      if (ascii(bytes, at, "C2PA")) return true;
      const size = view.getUint32(at + 4, true);
      at += 8 + size + (size % 2);
    }
  if (bytes[0] === 0xff && bytes[1] === 0xd8)
    for (let at = 2; at + 4 <= end && bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + view.getUint16(at + 2))
      if (bytes[at + 1] === 0xeb && ascii(bytes, at + 4, "JP") && ascii(bytes, at + 16, "jumb")) return true;
  return false;
}
