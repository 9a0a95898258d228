// Disclosure button: shows and hides its content; Escape hides it too.
import type { ReactNode } from "react";
import { TOGGLE } from "./class-names.ts";

interface ToggleProps {
  readonly open: boolean;
  /** The id of the element that it shows. */
  readonly controls: string;
  onOpenChange(open: boolean): void;
  readonly className?: string;
  readonly children: ReactNode;
}

export const Toggle = ({ open, controls, onOpenChange, className = TOGGLE, children }: ToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={controls}
    onClick={() => onOpenChange(!open)}
    onKeyDown={(event) => {
      if (event.key !== "Escape" || !open) return;
      // Otherwise Escape would also leave the conversation.
      event.stopPropagation();
      onOpenChange(false);
    }}
    className={className}
  >
    {children}
  </button>
);
