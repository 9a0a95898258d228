// Class names that the parts of a conversation's mail share.
/** A small button that shows or hides something. */
export const TOGGLE =
  "inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 rounded-full px-1.5 text-2xs font-medium text-muted hover:bg-hover hover:text-text aria-expanded:bg-active aria-expanded:text-text";
/** The chip of an address that nobody has verified; a button, so it is taller than other chips. */
export const UNVERIFIED =
  "inline-flex min-h-6 shrink-0 items-center gap-1 rounded-full bg-warn-soft px-2 text-2xs font-medium text-warn-text hover:underline max-lg:min-h-8 forced-colors:border";
/** An inline button or link. */
export const LINK =
  "min-h-6 rounded-xs px-1 font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current";
