// The owner's colour as text colour. Pure.

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb; // map keeps the length of three
const linear = (channel: number): number => (channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** WCAG contrast of two six-digit hex colours. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour, moved toward black or white only as far as it must be to read as text on the background. */
export function readable(colour: string, background: string, needed = 4.5): string {
  const goal = luminance(parse(background)) > 0.18 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = `#${parse(colour)
      .map((channel) => Math.round(channel + (goal - channel) * share).toString(16).padStart(2, "0"))
      .join("")}`;
    if (contrast(mixed, background) >= needed) return mixed;
  }
  return goal ? "#ffffff" : "#000000";
}

/** The darkest light and the lightest dark surface on which coloured text stands. */
export const SURFACE = { light: "#eceef2", dark: "#2a2c32" } as const;
