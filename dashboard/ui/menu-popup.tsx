// The popup of a menu. Loaded when the page is idle. One of our own: what a general library draws and measures for it takes three times as
// long as a member would wait for it.
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { playKeys } from "../key-queue.ts";
import { STROKE } from "./icon.ts";
import { Kbd } from "./kbd.tsx";
import type { MenuAction, MenuAppearance, MenuItem } from "./menu-items.ts";
import { placeMenu } from "./place-menu.ts";

interface PopupProps extends MenuAppearance {
  readonly id: string;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly anchor: RefObject<HTMLElement | null>;
}

/** After so long a letter begins another word, in milliseconds. */
const WORD_ENDS = 750;

/** Anchored to the button; returns the focus to it unless `focusAfter` says otherwise. */
export default function MenuPopup({ open, ...props }: PopupProps) {
  // Inside a dialog, which would take the focus back from anywhere else.
  const within = props.anchor.current?.closest("[role=dialog], [role=alertdialog]");
  return open ? createPortal(<Opened {...props} />, within ?? document.body) : null;
}

function Opened({ id, items, align = "end", side = "bottom", focusAfter, onOpenChange, anchor }: Omit<PopupProps, "open">) {
  const layer = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const chose = useRef(false);
  const typed = useRef({ word: "", at: 0 });
  const latest = useRef(focusAfter);
  useLayoutEffect(() => void (latest.current = focusAfter));
  const close = (): void => onOpenChange(false);
  const leave = useEffectEvent(close);

  useLayoutEffect(() => {
    const [box, button] = [popup.current, anchor.current];
    if (!box || !button) return;
    // Above everything, whatever clips or moves what it stands in.
    layer.current?.showPopover();
    const place = (): void => placeMenu(box, button, side, align);
    place();
    box.focus({ preventScroll: true });
    const watch = new ResizeObserver(place);
    watch.observe(box);
    addEventListener("resize", place);
    // Where the browser goes back to, it belongs to nothing any more.
    addEventListener("popstate", leave);
    return () => {
      watch.disconnect();
      removeEventListener("resize", place);
      removeEventListener("popstate", leave);
      // A choice may have moved the focus already.
      const now = document.activeElement;
      if (now !== null && now !== document.body && !box.contains(now)) return;
      (chose.current && latest.current ? latest.current() : button).focus({ preventScroll: true });
    };
  }, [anchor, side, align]);
  // Whoever holds them back for this menu begins to in the same commit.
  useEffect(() => playKeys(id), [id]);

  const entries = (): HTMLElement[] => [...(popup.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];

  function onKeyDown(event: KeyboardEvent): void {
    // Keys with a modifier are the page's, but not those of what the menu stands in.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const move = (to: number): void => all.at(to % all.length)?.focus();
    const isTyping = typed.current.word !== "" && event.timeStamp - typed.current.at < WORD_ENDS;
    if (event.key === "ArrowDown") move(at + 1);
    else if (event.key === "ArrowUp") move(at < 0 ? -1 : at - 1 + all.length);
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(-1);
    else if (event.key === "Escape") close();
    // The browser goes on from the button.
    else if (event.key === "Tab") return close();
    else if (event.key === "Enter" || (event.key === " " && !isTyping)) {
      if (!event.repeat) all[at]?.click();
    } else if ([...event.key].length === 1) {
      const word = (isTyping ? typed.current.word : "") + event.key.toLocaleLowerCase();
      typed.current = { word, at: event.timeStamp };
      // A letter alone goes on to the next that begins with it; more of a word may be of the same.
      const from = word.length === 1 ? at + 1 : Math.max(at, 0);
      const inOrder = [...all.slice(from), ...all.slice(0, from)];
      inOrder.find((entry) => entry.textContent.trim().toLocaleLowerCase().startsWith(word))?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={layer}
      popover="manual"
      // Whatever is below can neither be pressed nor scrolled while it is open.
      className="fixed inset-0 m-0 size-full max-h-none max-w-none border-0 bg-transparent p-0 text-text"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) close();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) close();
      }}
    >
      <div
        ref={popup}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={anchor.current?.getAttribute("aria-label") ?? undefined}
        className="popup absolute w-max overscroll-contain"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target !== popup.current && target.setAttribute("data-highlighted", "")}
        onBlur={({ target }) => target.removeAttribute("data-highlighted")}
        onPointerLeave={() => popup.current?.focus({ preventScroll: true })}
      >
        {groupsOf(items).map((group, nth) => (
          <div key={nth} role="group">
            {group.map((item, index) => (
              <Entry
                key={index}
                item={item}
                choose={(action) => {
                  chose.current = true;
                  action.onSelect();
                  close();
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A heading begins other choices, of which one may be chosen too. */
const groupsOf = (items: readonly MenuItem[]): MenuItem[][] =>
  items.reduce<MenuItem[][]>((groups, item) => {
    const last = groups.at(-1);
    if (last === undefined || (typeof item === "object" && "heading" in item)) groups.push([item]);
    else last.push(item);
    return groups;
  }, []);

function Entry({ item, choose }: { item: MenuItem; choose(action: MenuAction): void }) {
  if (item === "separator") return <div role="separator" className="my-1 h-px bg-line" />;
  if ("heading" in item) return <div className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{item.heading}</div>;
  const Glyph = item.icon;
  const { disabled = false, checked } = item;
  return (
    <div
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      data-disabled={disabled ? "" : undefined}
      tabIndex={-1}
      className={clsx("item", item.tone === "danger" && "text-bad-text")}
      onPointerMove={({ currentTarget, pointerType }) => {
        if (pointerType !== "touch" && document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
      }}
      onClick={() => {
        if (!disabled) choose(item);
      }}
    >
      {Glyph && <Glyph className={clsx("size-4 shrink-0", item.tone === "danger" ? "" : "text-muted")} strokeWidth={STROKE} aria-hidden />}
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{item.label}</span>
        {item.hint && <span className="text-2xs text-muted">{item.hint}</span>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} className="ms-3" />}
      {checked && <Check className="size-4 shrink-0 text-accent-text" strokeWidth={STROKE} aria-hidden />}
    </div>
  );
}
