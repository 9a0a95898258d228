// Tabs inside one screen. Tabs with their own address are links instead (section-tabs.tsx).
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

/** The look of every tab, link or button. The weight stays the same, because a bolder tab would move the others. */
export const tabClasses =
  "-mb-px flex h-9 shrink-0 items-center border-b-2 border-transparent px-2 font-medium text-muted hover:text-text aria-selected:border-accent aria-selected:text-text aria-[current=page]:border-accent aria-[current=page]:text-text pointer-coarse:h-11";
/** The row in which tabs stand. */
export const tabRowClasses = "flex gap-1 overflow-x-auto border-b border-line";

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  /** `by`: arrows keep the focus on the tabs, so only after a click or Enter may it move into the panel. */
  onChange(value: V, by: "arrows" | "click"): void;
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly panel?: ReactNode }[];
}

/** A row of tabs, and the panel of the selected one if it has any. Arrows, Home and End select. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const panel = tabs[chosen]?.panel;
  const move = (event: KeyboardEvent): void => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : /^Arrow(Left|Right)$/.test(event.key)
            ? (chosen + (event.key === forward ? 1 : -1) + tabs.length) % tabs.length
            : -1;
    const tab = tabs[to];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value, "arrows");
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={tabRowClasses} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={panel === undefined ? undefined : `${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value, "click")}
            className={tabClasses}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {panel !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {panel}
        </div>
      )}
    </>
  );
}
