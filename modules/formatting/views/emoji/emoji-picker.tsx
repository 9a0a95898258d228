// The emoji picker: a search, and a grid that the arrow keys walk.
import { Skeleton, Bar } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { findEmojis, type Group, loadEmojis } from "./emojis.ts";

interface PickerProps {
  readonly above: HTMLElement;
  choose(emoji: string): void;
  /** Closes it, with the focus back in the text. */
  onClose(): void;
}
const MOST = 160;

export default function EmojiPicker({ above, choose, onClose }: PickerProps) {
  const [all, setAll] = useState<readonly Group[]>();
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    loadEmojis().then(setAll, () => setFailed(true));
  }, []);
  useEffect(() => {
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) onClose();
    };
    addEventListener("pointerdown", pressed);
    return () => removeEventListener("pointerdown", pressed);
  }, [onClose]);
  const found = all && query.trim() !== "" ? [{ name: "", emojis: findEmojis(all, query, MOST) }] : all;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === field.current) {
      const first = found?.[0]?.emojis[0];
      if (first && query.trim() !== "") choose(first.emoji);
    } else {
      const on = document.dir === "rtl" ? -1 : 1;
      const move = { ArrowRight: on, ArrowLeft: -on, ArrowDown: "down", ArrowUp: "up" }[event.key];
      if (move === undefined || (event.target === field.current && move !== "down")) return;
      step(move as 1 | -1 | "down" | "up");
    }
    event.preventDefault();
    event.stopPropagation();
  }
  /** To the next button of the row, or to the closest one of the next row. */
  function step(move: 1 | -1 | "down" | "up"): void {
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>("[data-emoji]") ?? [])];
    const now = buttons.findIndex((button) => button === document.activeElement);
    if (now < 0) return buttons[0]?.focus();
    const to = typeof move === "number" ? buttons[now + move] : inNextRow(buttons, now, move);
    if (to) to.focus();
    else if (move === "up" || move === -1) field.current?.focus();
  }

  return createPortal(
    <div className="relative">
      <div
        ref={panel}
        role="dialog"
        aria-modal="false"
        aria-label={m.formatting_emoji()}
        onKeyDown={onKeyDown}
        className="absolute inset-x-0 bottom-1.5 z-20 grid gap-2 overflow-hidden rounded-lg bg-surface p-2 shadow-3 forced-colors:border"
      >
        <input
          ref={field}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={m.formatting_emoji_search()}
          placeholder={m.formatting_emoji_search()}
          className="h-9 w-full rounded-sm border border-control bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-lg"
        />
        <p role="status" className={found && found.every(({ emojis }) => emojis.length === 0) ? "px-1 pb-1 text-sm text-muted" : "sr-only"}>
          {found && query.trim() !== "" && m.formatting_emoji_found({ count: found.reduce((sum, { emojis }) => sum + emojis.length, 0) })}
        </p>
        {failed ? (
          <p role="alert" className="px-1 pb-1 text-sm text-bad-text">
            {m.formatting_emoji_failed()}
          </p>
        ) : !found ? (
          <Skeleton>
            <Bar className="h-40 w-full" />
          </Skeleton>
        ) : (
          <div className="max-h-[min(38dvh,18rem)] overflow-y-auto overscroll-contain">
            {found.map(({ name, emojis }) => (
              <section key={name} aria-label={name || m.formatting_emoji()}>
                {name !== "" && <h3 className="px-1 py-1 text-2xs font-semibold text-muted">{name}</h3>}
                <div className="flex flex-wrap [content-visibility:auto]">
                  {emojis.map((one) => (
                    <button
                      key={one.emoji}
                      type="button"
                      data-emoji
                      tabIndex={-1}
                      aria-label={one.name}
                      title={one.name}
                      onClick={() => choose(one.emoji)}
                      className="grid size-9 place-items-center rounded-sm text-xl leading-none hover:bg-hover focus-visible:bg-active pointer-coarse:size-11"
                    >
                      {one.emoji}
                    </button>
                  ))}
                </div>
              </section>
            ))}
          </div>
        )}
      </div>
    </div>,
    above,
  );
}

function inNextRow(buttons: readonly HTMLElement[], now: number, move: "down" | "up"): HTMLElement | undefined {
  const here = buttons[now]?.getBoundingClientRect();
  if (!here) return undefined;
  const places = (move === "down" ? buttons.slice(now + 1) : buttons.slice(0, now).toReversed()).map((button) => ({
    button,
    box: button.getBoundingClientRect(),
  }));
  const row = places.find(({ box }) => (move === "down" ? box.top > here.top + 4 : box.top < here.top - 4))?.box.top;
  if (row === undefined) return undefined;
  return places
    .filter(({ box }) => Math.abs(box.top - row) < 4)
    .toSorted((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))[0]?.button;
}
