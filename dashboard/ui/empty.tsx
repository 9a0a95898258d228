// Empty state: what is missing, why or what to do next, and at most one button.
import type { ReactNode } from "react";
import type { Icon } from "./icon.ts";

export { buttonLink } from "./button.tsx";

interface EmptyProps {
  readonly icon: Icon;
  readonly title: ReactNode;
  readonly body?: ReactNode;
  readonly action?: ReactNode;
}

/** Centred in its container. */
export const EmptyState = ({ icon: Glyph, title, body, action }: EmptyProps) => (
  <div className="grid flex-1 place-content-center justify-items-center gap-1 px-6 py-12 text-center">
    <Glyph className="mb-2 size-10 text-faint" strokeWidth={1.25} aria-hidden />
    <p className="text-md font-medium">{title}</p>
    {body && <div className="max-w-90 text-balance text-muted">{body}</div>}
    {action && <div className="mt-3">{action}</div>}
  </div>
);
