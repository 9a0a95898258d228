// Tabs inside one screen; places of their own are links instead.
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  onChange(value: V): void;
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly panel?: ReactNode }[];
}

/** A row of tabs, and the chosen one's panel if it has any. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List aria-label={label} className="flex gap-1">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="h-6 rounded-xs px-2 text-xs text-muted hover:text-text data-[active]:bg-active data-[active]:font-medium data-[active]:text-text pointer-coarse:h-11">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => tab.panel !== undefined && <Base.Panel key={tab.value} value={tab.value}>{tab.panel}</Base.Panel>)}
    </Base.Root>
  );
}
