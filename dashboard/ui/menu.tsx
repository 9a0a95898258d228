// A menu that opens from a button.
import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { type Icon, STROKE } from "./icon.ts";
import { Kbd } from "./kbd.tsx";

export interface MenuAction {
  readonly label: ReactNode;
  readonly icon?: Icon | undefined;
  readonly hint?: ReactNode;
  readonly shortcut?: string | undefined;
  readonly tone?: "danger" | undefined;
  readonly disabled?: boolean | undefined;
  /** Given for one of several choices: whether it is the chosen one. */
  readonly checked?: boolean | undefined;
  onSelect(): void;
}
export type MenuItem = MenuAction | "separator" | { readonly heading: string };

interface MenuProps {
  /** The button; it becomes the trigger and needs its own accessible name. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom" | "left" | "right";
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
}

/** Actions or choices in a popup; arrows, Home, End and typing move in it. */
export function Menu({ trigger, items, align = "end", side = "bottom", open, onOpenChange }: MenuProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} side={side} className="z-50 outline-none">
          <Base.Popup className="popup">
            {items.map((item, index) => (
              <Entry key={index} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ item }: { item: MenuItem }) {
  if (item === "separator") return <Base.Separator className="my-1 h-px bg-line" />;
  if ("heading" in item) return <div className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{item.heading}</div>;
  const Glyph = item.icon;
  const inside = (
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
        {inside}
      </Base.Item>
    );
  return (
    <Base.CheckboxItem {...shared} checked={item.checked} closeOnClick onCheckedChange={() => item.onSelect()}>
      {inside}
    </Base.CheckboxItem>
  );
}
