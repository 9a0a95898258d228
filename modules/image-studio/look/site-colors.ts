// Finds the colours of a website in its page and styles. Without I/O.
import { MAX_COLORS } from "../contract.ts";

const HEX = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi;
const RGB = /\brgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/gi;
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const digits = hex.length <= 5 ? [...hex.slice(1, 4)].map((one) => one + one).join("") : hex.slice(1, 7);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
};
const hexOf = (rgb: readonly number[]): string => `#${rgb.map((part) => Math.min(255, part).toString(16).padStart(2, "0")).join("")}`;
/** Whites, blacks and greys say nothing about a brand. */
const isColourful = (rgb: Rgb): boolean => Math.max(...rgb) - Math.min(...rgb) > 30;
const isLike = (a: string, b: string): boolean => {
  const [one, other] = [rgbOf(a), rgbOf(b)];
  return one.reduce((sum, part, i) => sum + Math.abs(part - (other[i] ?? 0)), 0) < 60;
};
function colorsIn(css: string): Map<string, number> {
  const found = new Map<string, number>();
  const add = (rgb: Rgb): void => {
    if (isColourful(rgb)) found.set(hexOf(rgb), (found.get(hexOf(rgb)) ?? 0) + 1);
  };
  for (const [hex] of css.matchAll(HEX)) add(rgbOf(hex));
  for (const [, r, g, b] of css.matchAll(RGB)) add([Number(r), Number(g), Number(b)]);
  return found;
}
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i")
    .exec(tag)
    ?.slice(1)
    .find((one) => one !== undefined) ?? "";

/** Addresses of the page's style sheets. */
export const sheetsOf = (html: string, base: string): string[] =>
  [...html.matchAll(/<link\b[^>]{0,2000}>/gi)]
    .map(([tag]) => (/\bstylesheet\b/i.test(attribute(tag, "rel")) ? attribute(tag, "href").replaceAll("&amp;", "&") : ""))
    .filter((href) => href !== "" && URL.canParse(href, base))
    .map((href) => new URL(href, base).href);

/** The theme colour of the page, and the colours that it and its sheets use most; those that look alike count as one. */
export function colorsOf(html: string, sheets: readonly string[]): string[] {
  const theme = [...html.matchAll(/<meta\b[^>]{0,2000}>/gi)]
    .filter(([tag]) => attribute(tag, "name").toLowerCase() === "theme-color")
    .flatMap(([tag]) => [...colorsIn(attribute(tag, "content")).keys()]);
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, css = ""]) => css);
  const inline = [...html.matchAll(/\sstyle\s*=\s*("[^"]*"|'[^']*')/gi)].map(([, css = ""]) => css);
  const used = [...colorsIn([...styles, ...inline, ...sheets].join("\n"))].toSorted(([, a], [, b]) => b - a).map(([hex]) => hex);
  const colors: string[] = [];
  for (const hex of [...theme, ...used]) if (colors.length < MAX_COLORS && !colors.some((one) => isLike(one, hex))) colors.push(hex);
  return colors;
}
