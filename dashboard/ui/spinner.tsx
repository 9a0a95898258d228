// Spinner for buttons. Screens use skeletons instead.
/** Decorative: the control sets `aria-busy`. */
export const Spinner = () => (
  <span aria-hidden className="size-3.5 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent" />
);
