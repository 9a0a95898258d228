// Notice of connection problems. It overlays the screen, so nothing moves under the pointer, and clicks pass through.
import { useChrome } from "../chrome.ts";
import { type Icon, STROKE } from "./icon.ts";

/**
 * Shown below the header; on narrow screens with a tab bar at the bottom, because lists have controls below the header.
 * `lasting`: takes its own row instead of an overlay, for a notice that stays until somebody acts.
 */
export function ConnectionNotice({ icon: Glyph, lasting = false, children }: { icon: Icon; lasting?: boolean; children: string | false }) {
  const { tabs } = useChrome();
  return (
    <div
      role="status"
      className={
        lasting
          ? "flex shrink-0 justify-center px-4 py-1.5"
          : `pointer-events-none absolute inset-x-4 top-15 z-30 flex justify-center ${tabs ? "max-lg:top-auto max-lg:bottom-4" : ""}`
      }
    >
      {children && (
        <p className="flex max-w-lg items-center gap-2 rounded-md bg-warn-soft px-4 py-1.5 text-xs font-medium text-warn-text shadow-2 forced-colors:border">
          <Glyph className="size-3.5 shrink-0" strokeWidth={STROKE} aria-hidden />
          {children}
        </p>
      )}
    </div>
  );
}
