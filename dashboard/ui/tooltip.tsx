// The small label beside a control without words.
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly side?: "top" | "bottom" | "left" | "right";
  /** The control itself; it keeps its own accessible name. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Shows label and shortcut after 500 ms of hover or on focus; neighbours at once. */
export function Tooltip({ label, shortcut, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} side={side} className="z-50">
          <Base.Popup className="flex items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-surface shadow-2 transition-opacity duration-[80ms] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            {label}
            {shortcut && <Kbd keys={shortcut} className="border-transparent! bg-transparent! text-surface! opacity-80" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
