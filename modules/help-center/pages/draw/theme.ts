// The project's colour on public pages: changed as little as it takes to be read on light and on dark ground (WCAG 2.2, 1.4.3).
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

/** The colour moved towards black or white until its text can be read on the ground, also on its own soft ground. */
export function readableOn(color: string, ground: string): string {
  const to = onColorOf(ground);
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(color, to, share);
    if (contrast(tried, ground) >= 4.6 && contrast(tried, softOn(tried, ground)) >= 4.5) return tried;
  }
  return to;
}
const softOn = (accent: string, ground: string): string => mix(ground, accent, 0.08);

/** Variables for both grounds, as a style of their own: it changes with the project, the rest does not. */
export function themeCss(color: string): string {
  const [light, dark] = [readableOn(color, LIGHT), readableOn(color, DARK)];
  return `:root{--brand:${color};--on:${onColorOf(color)};--accent:light-dark(${light},${dark});--soft:light-dark(${softOn(light, LIGHT)},${softOn(dark, DARK)})}`;
}
