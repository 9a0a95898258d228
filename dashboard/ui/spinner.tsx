// Spinner for buttons only: screens use skeletons.
/** Decorative; the control says `aria-busy`. */
export const Spinner = () => (
  <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-e-transparent" />
);
