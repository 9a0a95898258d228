// Chooses the part of an uploaded image that becomes the card: zoom and position, by pointer or keyboard.
import { m } from "#messages";
import type { CSSProperties } from "react";
import { type Crop, partOf } from "./drawing/crop.ts";

const MAX_ZOOM = 4;

interface CropProps {
  /** The address of the image. */
  readonly url: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly crop: Crop;
  onChange(crop: Crop): void;
}
export function CropField({ url, size, crop, onChange }: CropProps) {
  const { left, top, width, height } = partOf(size, crop);
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
      <div className="relative aspect-[40/21] w-full overflow-hidden rounded-md border border-line bg-subtle">
        <img src={url} alt={m.brand_images_crop_alt()} className="absolute" style={placed} />
      </div>
      <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-3">
        {slider("zoom", m.brand_images_zoom(), 1, MAX_ZOOM, true)}
        {slider("x", m.brand_images_across(), 0, 1, width < size.width - 0.5)}
        {slider("y", m.brand_images_down(), 0, 1, height < size.height - 0.5)}
      </div>
    </fieldset>
  );
}
