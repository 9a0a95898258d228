// A bar that floats beside what it changes, so that the text stays where it is.
import { autoUpdate, computePosition, flip, hide, offset, shift } from "@floating-ui/dom";
import type { Editor } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type AnchorKind, anchorOf, caretRect } from "./anchor.ts";

interface Props {
  readonly editor: Editor;
  readonly state: EditorState;
  readonly kind: AnchorKind;
  /** Accessible name of the group. */
  readonly label: string;
  readonly children: ReactNode;
}
/** Distance to what the bar belongs to, and to the edges of the screen. */
const GAP = 6;
/** A bar covers the line before its anchor, so that of code, whose lines are as wide as the text, is at their end. */
const PLACEMENTS = { image: "top-start", codeBlock: "top-end", link: "bottom-start", table: "top-start" } as const;

/** Floats above its anchor, or below it where the toolbar leaves no room; never over the line that is being written. */
export function FloatingBar({ editor, state, kind, label, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const place = useRef<() => void>(undefined);
  // The editor may draw an element anew with any change.
  useLayoutEffect(() => {
    setAnchor(anchorOf(editor, state, kind));
    place.current?.();
  }, [editor, state, kind]);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || !anchor) return;
    const update = async (): Promise<void> => {
      const toolbar = element.closest(".article-editor")?.querySelector("[data-bar]");
      const padding = { top: (toolbar?.getBoundingClientRect().bottom ?? 0) + GAP, bottom: GAP, left: GAP, right: GAP };
      const { x, y, middlewareData } = await computePosition(anchor, element, {
        placement: PLACEMENTS[kind],
        strategy: "fixed",
        middleware: [offset(GAP), flip({ padding }), shift({ padding, crossAxis: true }), hide({ padding })],
      });
      if (!element.isConnected || editor.isDestroyed) return;
      const height = element.offsetHeight;
      const line = caretRect(editor);
      const covers = y < line.bottom && y + height > line.top;
      const below = line.bottom + GAP;
      const top = !covers ? y : below + height <= innerHeight ? below : line.top - height - GAP;
      element.style.left = `${x}px`;
      element.style.top = `${top}px`;
      element.style.visibility = middlewareData.hide?.referenceHidden === true ? "hidden" : "";
    };
    place.current = () => void update();
    const stop = autoUpdate(anchor, element, place.current);
    return () => {
      place.current = undefined;
      stop();
    };
  }, [editor, anchor, kind]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented) editor.commands.focus();
  };
  return (
    <div
      ref={bar}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="fixed top-0 left-0 z-[5] flex w-max max-w-[min(36rem,calc(100vw-12px))] flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line-strong bg-surface px-2 py-1 text-xs shadow-2"
    >
      {children}
    </div>
  );
}
