// Cuts the chosen part of an image out, in the size of a card.
import { CARD_SIZE } from "../../contract.ts";
import { type Crop, partOf, type Size } from "./crop.ts";

/** A JPEG of this quality is a tenth of the PNG of a photo, and looks the same at the size of a link preview. */
const QUALITY = 0.9;

/**
 * Rejects if the browser can't read the image. What is transparent becomes white. `size`: of the result, by default that of a card; `overlay`: an
 * image of the same size that is put over it.
 */
export async function cutImage(file: Blob, crop: Crop, size: Size = CARD_SIZE, overlay?: CanvasImageSource): Promise<Blob> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("there is no canvas");
  const { left, top, width, height } = partOf(image, crop, size);
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, size.width, size.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, left, top, width, height, 0, 0, size.width, size.height);
  if (overlay) pen.drawImage(overlay, 0, 0, size.width, size.height);
  image.close();
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no JPEG"))), "image/jpeg", QUALITY),
  );
}
