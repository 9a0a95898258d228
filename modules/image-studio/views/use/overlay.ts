// Words over an image, as SVG: models misspell, so we write them. Pure: whoever draws measures.
import type { imageTools, Size } from "#modules/brand-images/views";

export const OVERLAY_FONT = "system-ui, sans-serif";
export const WEIGHT = 700;
const MARGIN = 64;
const LINE = 1.18;
export type Ground = "dark" | "light";

/** What cuts images and breaks lines. */
export type ImageTools = Awaited<ReturnType<typeof imageTools>>;
export interface Overlay {
  readonly text: string;
  readonly locale: string;
  /** What lies behind the words. */
  readonly ground: Ground;
  readonly size: Size;
}
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** An SVG image with the words at the bottom, on a shade that makes them readable on every picture. `measure`: width of a line at a size. */
export function overlaySvg(
  { directionOf, layoutTitle }: Pick<ImageTools, "directionOf" | "layoutTitle">,
  { text, locale, ground, size: { width, height } }: Overlay,
  measure: (line: string, size: number) => number,
): string {
  const { lines, size } = layoutTitle(text, locale, width - 2 * MARGIN, measure);
  const direction = directionOf(text);
  const [shade, ink] = ground === "dark" ? ["#000000", "#ffffff"] : ["#ffffff", "#16181d"];
  const bottom = height - MARGIN;
  const top = Math.max(0, bottom - lines.length * size * LINE - MARGIN);
  const x = direction === "rtl" ? width - MARGIN : MARGIN;
  const words = lines.map((line, i) => {
    const y = bottom - (lines.length - 1 - i) * size * LINE - size * 0.2;
    return `<text x="${x}" y="${y}">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shade}" stop-opacity="0"/><stop offset="0.35" stop-color="${shade}" stop-opacity="0.72"/><stop offset="1" stop-color="${shade}" stop-opacity="0.82"/></linearGradient></defs>`,
    `<rect x="0" y="${top}" width="${width}" height="${height - top}" fill="url(#s)"/>`,
    `<g fill="${ink}" font-family="${OVERLAY_FONT}" font-size="${size}" font-weight="${WEIGHT}" direction="${direction}">${words.join("")}</g>`,
    "</svg>",
  ].join("");
}
export const svgAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
