// The part of an image that becomes a card. Pure.
import { CARD_SIZE } from "../../contract.ts";

/** `zoom` from 1; `x` and `y` from 0 to 1: where the part lies in what zoom and shape leave free. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
/** The part in pixels of the image, in the shape of a card or another one. */
export function partOf(image: Size, { zoom, x, y }: Crop, size: Size = CARD_SIZE): Part {
  const shape = size.width / size.height;
  const width = Math.min(image.width, image.height * shape) / Math.max(1, zoom);
  const height = width / shape;
  return { left: (image.width - width) * x, top: (image.height - height) * y, width, height };
}
