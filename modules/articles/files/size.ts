// Reads an image's displayed size from its bytes.
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG, JPEG, GIF, WebP or AVIF as browsers display it (swapped for a rotated photo); undefined when it cannot be read. */
export function sizeOf(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (const read of [png, gif, webp, jpeg, avif]) {
      const size = read(view);
      if (size) return size.width > 0 && size.height > 0 && size.width < 65_536 && size.height < 65_536 ? size : undefined;
    }
  } catch (error) {
    // The bytes are truncated or only look like an image.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const ascii = (view: DataView, at: number, text: string): boolean =>
  at + text.length <= view.byteLength && [...text].every((char, i) => view.getUint8(at + i) === char.charCodeAt(0));

function png(view: DataView): ImageSize | undefined {
  if (!ascii(view, 1, "PNG\r\n\x1a\n") || !ascii(view, 12, "IHDR")) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
function gif(view: DataView): ImageSize | undefined {
  if (!ascii(view, 0, "GIF8")) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}
function webp(view: DataView): ImageSize | undefined {
  if (!ascii(view, 0, "RIFF") || !ascii(view, 8, "WEBP")) return undefined;
  const little24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (ascii(view, 12, "VP8X")) return { width: little24(24) + 1, height: little24(27) + 1 };
  if (ascii(view, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (ascii(view, 12, "VP8 ")) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}

function jpeg(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  let turned = false;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Frame headers are C0 to CF, except C4, C8 and CC, which are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return turned ? { width: height, height: width } : { width, height };
    }
    // The image data start without a frame header before them.
    if (marker === 0xda || marker === 0xd9) return undefined;
    if (marker === 0xe1 && ascii(view, at + 4, "Exif")) turned = orientation(view, at + 10) >= 5;
    at += 2 + view.getUint16(at + 2);
  }
}
/** Tag 0x0112 of the first directory of the TIFF that begins at `base`; 1 = upright. */
function orientation(view: DataView, base: number): number {
  const little = view.getUint16(base) === 0x4949;
  const first = base + view.getUint32(base + 4, little);
  const count = Math.min(view.getUint16(first, little), 200);
  for (let i = 0; i < count; i += 1) {
    const entry = first + 2 + i * 12;
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
  }
  return 1;
}

/** The largest image in the file (tiles and thumbnails are smaller), rotated by the first `irot`. */
function avif(view: DataView): ImageSize | undefined {
  if (!ascii(view, 4, "ftypavif")) return undefined;
  let best: ImageSize | undefined;
  let turned = false;
  const walk = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to;) {
      const length = view.getUint32(at);
      const end = length === 0 ? to : at + length;
      if (length !== 0 && length < 8) return;
      if (ascii(view, at + 4, "meta")) walk(at + 12, Math.min(end, to));
      else if (ascii(view, at + 4, "iprp") || ascii(view, at + 4, "ipco")) walk(at + 8, Math.min(end, to));
      else if (ascii(view, at + 4, "irot")) turned ||= view.getUint8(at + 8) % 2 === 1;
      else if (ascii(view, at + 4, "ispe")) {
        const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) };
        if (!best || size.width * size.height > best.width * best.height) best = size;
      }
      at = end;
    }
  };
  walk(0, view.byteLength);
  return best && turned ? { width: best.height, height: best.width } : best;
}
