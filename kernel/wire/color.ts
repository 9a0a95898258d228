// Contrast of two colours such as #3b5bdb (WCAG 2.2), and the better text colour on one. Safe to load in a browser.

/** Relative luminance, from 0 to 1. */
export function luminance(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** The contrast ratio, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** White or black, whichever has more contrast: at least 4.5. */
export const onColorOf = (color: string): "#ffffff" | "#000000" =>
  contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";

/** Whether the text is a six-digit hex colour. */
export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
