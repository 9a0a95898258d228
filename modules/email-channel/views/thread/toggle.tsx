// A small button that shows what belongs to it and hides it again, also by Escape.
import type { ReactNode } from "react";
import { TOGGLE } from "./class-names.ts";

interface ToggleProps {
  readonly open: boolean;
  /** The id of what it shows. */
  readonly controls: string;
  onSet(open: boolean): void;
  readonly children: ReactNode;
}

export const Toggle = ({ open, controls, onSet, children }: ToggleProps) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={controls}
    onClick={() => onSet(!open)}
    onKeyDown={(event) => {
      if (event.key !== "Escape" || !open) return;
      // Else it would leave the conversation.
      event.stopPropagation();
      onSet(false);
    }}
    className={TOGGLE}
  >
    {children}
  </button>
);
