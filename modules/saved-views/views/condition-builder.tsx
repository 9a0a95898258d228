// Chooses conditions that all have to be met: the part of a form that filters and rules share.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { MAX_CONDITIONS } from "#modules/conversations/contract";
import type { ViewField } from "#modules/inbox/views";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { ConditionRow } from "./condition-row.tsx";
import { isRelative, type Line, lineFor } from "./conditions.ts";

interface BuilderProps {
  readonly lines: readonly Line[];
  setLines(lines: readonly Line[]): void;
  readonly fields: readonly ViewField[];
}
export function ConditionBuilder({ lines, setLines, fields }: BuilderProps) {
  const place = useRef<HTMLDivElement>(null);
  const relative = lines.findIndex(isRelative);
  function add(): void {
    const unused = fields.find(({ name }) => !lines.some((line) => line.kind === "choice" && line.field === name));
    setLines([...lines, lineFor(unused?.name ?? "created")]);
    // The field of the new condition comes next for the keyboard, too.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("fieldset:last-of-type select")?.focus());
  }
  function remove(index: number): void {
    setLines(lines.filter((_, at) => at !== index));
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("[data-add]")?.focus());
  }
  return (
    <div ref={place} className="grid grid-cols-1 gap-2">
      {lines.map((line, index) => (
        <ConditionRow
          key={index}
          {...{ line, index, fields }}
          timeTaken={relative !== -1 && relative !== index}
          onChange={(changed) => setLines(lines.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => remove(index)}
        />
      ))}
      {relative !== -1 && <p className="text-xs text-muted">{m.saved_views_one_time()}</p>}
      <Button
        data-add
        icon={Plus}
        size="sm"
        variant="ghost"
        onClick={add}
        disabled={lines.length >= MAX_CONDITIONS}
        className="justify-self-start"
      >
        {m.saved_views_add()}
      </Button>
    </div>
  );
}
