// The divider between list and thread: dragged, or moved with the arrow keys.
import { m } from "#messages";
import type { KeyboardEvent, PointerEvent } from "react";

const MIN = 280;
const MAX = 420;
const clamp = (width: number): number => Math.round(Math.max(MIN, Math.min(MAX, width)));

export function ResizeHandle({ value, onChange }: { value: number; onChange(width: number): void }) {
  const sign = (): number => (document.dir === "rtl" ? -1 : 1);
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => onChange(clamp(value + (move.clientX - start) * sign()));
    handle.onlostpointercapture = () => (handle.onpointermove = null);
  }
  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 16 * sign() : event.key === "ArrowLeft" ? -16 * sign() : 0;
    if (step === 0) return;
    event.preventDefault();
    onChange(clamp(value + step));
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={m.conversations_resize()}
      aria-valuenow={value}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => onChange(320)}
      className="relative w-px shrink-0 cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-control"
    />
  );
}
