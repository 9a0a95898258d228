// The filter builder: conditions that all have to be met, applied together.
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type Conditions, MAX_CONDITIONS } from "#modules/conversations/contract";
import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { SavedView } from "../contract.ts";
import { ConditionRow } from "./condition-row.tsx";
import { conditionsOf, isRelative, type Line, lineFor } from "./conditions.ts";
import { useFields } from "./fields.tsx";

interface BuilderProps {
  readonly projectId: string;
  /** Kept by whoever opens the builder, because it moves into a sheet and back when the window changes its width. */
  readonly lines: readonly Line[];
  setLines(lines: readonly Line[]): void;
  /** The view that is shown, if the member may change it. */
  readonly editable: SavedView | undefined;
  onApply(conditions: Conditions): Promise<void>;
  onUpdate(conditions: Conditions): Promise<void>;
  onSave(conditions: Conditions): void;
}
export function FilterBuilder({ projectId, lines, setLines, editable, onApply, onUpdate, onSave }: BuilderProps) {
  const { fields, source } = useFields(projectId);
  const [busy, setBusy] = useState<"apply" | "update">();
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const conditions = conditionsOf(lines);
  const relative = lines.findIndex(isRelative);

  async function run(what: "apply" | "update"): Promise<void> {
    setBusy(what);
    setProblem(undefined);
    try {
      await (what === "apply" ? onApply : onUpdate)(conditions);
    } catch (cause) {
      setProblem(messageOf(cause));
      setBusy(undefined);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy === undefined) void run("apply");
  }
  function add(): void {
    const unused = fields.find(({ name }) => !lines.some((line) => line.kind === "choice" && line.field === name));
    setLines([...lines, lineFor(unused?.name ?? "created")]);
    // The field of the new condition comes next for the keyboard, too.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("fieldset:last-of-type select")?.focus());
  }
  function remove(index: number): void {
    setLines(lines.filter((_, at) => at !== index));
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[data-add]")?.focus());
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-2">
      {source}
      <p className="text-xs text-muted">{m.saved_views_builder_body()}</p>
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
      {problem !== undefined && (
        <p role="alert" className="text-sm text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-2">
        <Button onClick={() => onSave(conditions)} disabled={conditions.length === 0}>
          {m.saved_views_save_as()}
        </Button>
        {editable && (
          <Button onClick={() => void run("update")} busy={busy === "update"}>
            {m.saved_views_update()}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy === "apply"}>
          {m.saved_views_apply()}
        </Button>
      </div>
    </form>
  );
}
