// Adapts the project's colour for public pages: changed as little as possible until it is readable on light and dark backgrounds (WCAG 2.2,
// 1.4.3).
import { contrast, onColorOf } from "#kernel/wire/color.ts";

const LIGHT = "#ffffff";
const DARK = "#121419";

const mix = (color: string, to: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [Number.parseInt(color.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16)];
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;

/** Moves the colour towards black or white until text in it is readable on the background, and on its own tint of that background. */
export function readableOn(color: string, ground: string): string {
  const to = onColorOf(ground);
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(color, to, share);
    if (contrast(tried, ground) >= 4.6 && contrast(tried, softOn(tried, ground)) >= 4.5) return tried;
  }
  return to;
}
const softOn = (accent: string, ground: string): string => mix(ground, accent, 0.08);

/** CSS variables for both colour schemes. A style element of its own, because it depends on the project and the other styles do not. */
export function themeCss(color: string): string {
  const [light, dark] = [readableOn(color, LIGHT), readableOn(color, DARK)];
  return `:root{--brand:${color};--on:${onColorOf(color)};--accent:light-dark(${light},${dark});--soft:light-dark(${softOn(light, LIGHT)},${softOn(dark, DARK)})}`;
}
