// The eight fixed hues of avatars and chips.

/** Degrees that are easy to tell apart: hues computed from a hash would cluster. */
export const HUES = [25, 62, 95, 155, 195, 235, 268, 320] as const;

/** Background and text of a hue in both themes, with enough contrast for small text. */
export const hueStyle = (hue: number) => ({
  background: `light-dark(oklch(.92 .05 ${hue}), oklch(.36 .06 ${hue}))`,
  color: `light-dark(oklch(.38 .1 ${hue}), oklch(.9 .05 ${hue}))`,
});
