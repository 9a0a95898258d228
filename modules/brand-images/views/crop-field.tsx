// Chooses the part of an uploaded image that becomes the card: zoom and position, by pointer or keyboard.
import { m } from "#messages";
import type { CSSProperties } from "react";
import { CARD_SIZE } from "../contract.ts";
import { type Crop, partOf, type Size } from "./drawing/crop.ts";

const MAX_ZOOM = 4;

interface CropProps {
  /** The address of the image. */
  readonly url: string;
  readonly size: Size;
  readonly crop: Crop;
  /** Of what is cut out; by default a card. */
  readonly target?: Size;
  /** The address of an image that will be put over it. */
  readonly overlay?: string | undefined;
  onChange(crop: Crop): void;
}
export function CropField({ url, size, crop, target = CARD_SIZE, overlay, onChange }: CropProps) {
  const { left, top, width, height } = partOf(size, crop, target);
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  const placed: CSSProperties = {
    width: percent(size.width, width),
    height: percent(size.height, height),
    left: percent(-left, width),
    top: percent(-top, height),
    maxWidth: "none",
  };
  const slider = (name: keyof Crop, label: string, min: number, max: number, isFree: boolean) => (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        disabled={!isFree}
        onChange={(event) => onChange({ ...crop, [name]: event.target.valueAsNumber })}
        className="h-9 w-full accent-accent disabled:opacity-50 pointer-coarse:h-11"
      />
    </label>
  );
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="sr-only">{m.brand_images_crop()}</legend>
      <div
        className="relative w-full overflow-hidden rounded-md border border-line bg-subtle"
        style={{ aspectRatio: `${target.width} / ${target.height}` }}
      >
        <img src={url} alt={m.brand_images_crop_alt()} className="absolute" style={placed} />
        {overlay !== undefined && <img src={overlay} alt="" className="absolute inset-0 size-full" />}
      </div>
      <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-3">
        {slider("zoom", m.brand_images_zoom(), 1, MAX_ZOOM, true)}
        {slider("x", m.brand_images_across(), 0, 1, width < size.width - 0.5)}
        {slider("y", m.brand_images_down(), 0, 1, height < size.height - 0.5)}
      </div>
    </fieldset>
  );
}
