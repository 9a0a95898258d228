// The popup of a menu, built on Base UI. Loaded on first hover or focus.
import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { playKeys } from "../key-queue.ts";
import { STROKE } from "./icon.ts";
import { Kbd } from "./kbd.tsx";
import type { MenuItem, MenuAppearance } from "./menu-items.ts";

interface PopupProps extends MenuAppearance {
  readonly id: string;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly anchor: RefObject<HTMLElement | null>;
}

const FOCUSED_WITHIN = 100;

/** Anchored to the button; returns the focus to it unless `focusAfter` says otherwise. */
export default function MenuPopup({ id, items, align = "end", side = "bottom", focusAfter, open, onOpenChange, anchor }: PopupProps) {
  const chose = useRef(false);
  useEffect(() => {
    if (!open) return;
    chose.current = false;
    // The focus follows within two frames; if it does not, the keys go where it is.
    const timer = setTimeout(() => playKeys(id), FOCUSED_WITHIN);
    return () => clearTimeout(timer);
  }, [open, id]);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} align={align} side={side} className="z-50 outline-none">
          <Base.Popup
            id={id}
            aria-label={anchor.current?.getAttribute("aria-label") ?? undefined}
            finalFocus={() => (focusAfter && chose.current ? focusAfter() : anchor.current)}
            onFocus={() => playKeys(id)}
            className="popup"
          >
            {groupsOf(items).map((group, nth) => (
              <Base.RadioGroup key={nth} value={group.findIndex(isChosen)} onClick={() => void (chose.current = true)}>
                {group.map((item, index) => (
                  <Entry key={index} item={item} index={index} />
                ))}
              </Base.RadioGroup>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
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
const isChosen = (item: MenuItem): boolean => typeof item === "object" && "checked" in item && item.checked === true;

function Entry({ item, index }: { item: MenuItem; index: number }) {
  if (item === "separator") return <Base.Separator className="my-1 h-px bg-line" />;
  if ("heading" in item) return <div className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{item.heading}</div>;
  const Glyph = item.icon;
  const content = (
    <>
      {Glyph && <Glyph className={clsx("size-4 shrink-0", item.tone === "danger" ? "" : "text-muted")} strokeWidth={STROKE} aria-hidden />}
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{item.label}</span>
        {item.hint && <span className="text-2xs text-muted">{item.hint}</span>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} className="ms-3" />}
      {item.checked && <Check className="size-4 shrink-0 text-accent-text" strokeWidth={STROKE} aria-hidden />}
    </>
  );
  const shared = { className: clsx("item", item.tone === "danger" && "text-bad-text"), disabled: item.disabled ?? false };
  if (item.checked === undefined)
    return (
      <Base.Item {...shared} onClick={() => item.onSelect()}>
        {content}
      </Base.Item>
    );
  return (
    <Base.RadioItem {...shared} value={index} closeOnClick onClick={() => item.onSelect()}>
      {content}
    </Base.RadioItem>
  );
}
